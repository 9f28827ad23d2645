import { makeOrders } from './order-load.ts'
import { printTable } from './print-table.ts'
import type { ServeSubject } from './serve-subjects.ts'
import { median, quantile } from './statistics.ts'

const READS = 300
const READ_EVERY_MS = 50
const BUYERS_AT_ONCE = 20
const ORDERS_PER_ROUND = 100_000
const ROUNDS = 3

/**
 * Measures how long a visitor waits for the landing page while buyers order at the same shop as fast as they are answered, and
 * while nobody does. The bare handler beside them shows what the machine itself adds.
 */
export async function measureBesideOrders(shop: ServeSubject, bare: ServeSubject): Promise<void> {
  const subjects = [shop, bare]
  const alone: number[][] = subjects.map(() => [])
  const beside: number[][] = subjects.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    await readAll(subjects, alone)
    const stop = new AbortController()
    const orders = makeOrders({
      url: shop.url,
      from: round * ORDERS_PER_ROUND,
      count: ORDERS_PER_ROUND,
      buyersAtOnce: BUYERS_AT_ONCE,
      stop: stop.signal,
    })
    await readAll(subjects, beside)
    stop.abort()
    await orders
  }
  const told = (times: readonly number[]) =>
    `${median(times).toFixed(1)}, ${quantile(times, 0.99).toFixed(1)} ms`
  printTable(
    `serve: until / is there, median and p99; alone, and while ${String(BUYERS_AT_ONCE)} buyers order`,
    subjects.map(({ name }, index) => ({
      what: name,
      measured: `${told(alone[index] ?? [])}; ${told(beside[index] ?? [])}`,
      aim: '–',
    })),
  )
}

/** Reads the page of each server in turn, at even distances, and adds the times in ms. */
async function readAll(subjects: readonly ServeSubject[], times: readonly number[][]): Promise<void> {
  for (let read = 0; read < READS; read++) {
    const dueAt = performance.now() + READ_EVERY_MS
    for (const [index, { url }] of subjects.entries()) {
      const beganAt = performance.now()
      await (await fetch(url)).arrayBuffer()
      times[index]?.push(performance.now() - beganAt)
    }
    const leftMs = dueAt - performance.now()
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs))
  }
}
