import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { railOpen } from '#test/shop-client.ts'
import { buyPatiently, type PatientOrder } from './buy-patiently.ts'
import { clientOf } from './order-load.ts'
import { printTable, type Row } from './print-table.ts'
import { cpuMs, residentMb } from './process-cost.ts'
import { readOptions } from './read-options.ts'
import { quantile } from './statistics.ts'
import { withBench } from './with-bench.ts'

const BUYERS = [1, 4, 16, 64, 256, 1024]

/**
 * Lets more and more buyers order at once, each from an address of its own. Who is told that the shop is busy comes back when it
 * says. Prints orders a second, how long the calls of an order take, and how long its buyer takes with the times of waiting.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { seconds, unlimited } = readOptions(args, { seconds: 12, unlimited: false })
  await withBench(async (bench) => {
    const { url } = await bench.postgres()
    // a client of its own may have 300 connections; limits of clients are far away, the limit of the shop is not
    const limits = unlimited ? 'off' : '1000000'
    const shop = await bench.shop({ DATABASE_URL: url, KEYHOLD_LIMITS: limits })
    const { db } = await bench.database(url)
    await railOpen(shop.url, 'erc20')
    const before = await databaseBytes(db)
    let made = 0
    const rows: Row[] = []
    for (const buyers of BUYERS) {
      const cpu = await cpuMs(shop.pid)
      const result = await orderFor(seconds * 1000, shop.url, buyers)
      made += result.orders.length
      const cores = ((await cpuMs(shop.pid)) - cpu) / (seconds * 1000)
      rows.push({
        what: `${buyers.toLocaleString('en')} buyers at once`,
        measured: describe(result, cores, seconds),
        aim: '–',
      })
    }
    const grown = (await databaseBytes(db)) - before
    rows.push(
      {
        what: 'the database grew by an order, unpaid',
        measured: `${(grown / made / 1000).toFixed(1)} kB`,
        aim: '–',
      },
      {
        what: 'resident memory of the server afterwards',
        measured: `${(await residentMb(shop.pid)).toFixed(0)} MB`,
        aim: '–',
      },
    )
    printTable(
      'limit: orders a second; calls of an order: median, 95 %; with waiting: median, 95 %; refused; cores of the server; failed',
      rows,
    )
  })
}

interface Result {
  readonly orders: PatientOrder[]
  /** How long each refusal took that came at once, in ms. */
  readonly refusedMs: number[]
  /** By the message of a failure. */
  readonly failed: Map<string, number>
}

async function orderFor(ms: number, url: string, buyers: number): Promise<Result> {
  const endsAt = performance.now() + ms
  const result: Result = { orders: [], refusedMs: [], failed: new Map() }
  const buyer = async (_: unknown, number: number) => {
    for (let count = 0; performance.now() < endsAt; count++) {
      const name = `${String(buyers)}-${String(number)}-${String(count)}`
      try {
        const order = await buyPatiently(url, {
          ...{ name, client: clientOf(number), endsAt },
          onRefused: (ms) => result.refusedMs.push(ms),
        })
        if (order === null) return
        result.orders.push(order)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        result.failed.set(reason, (result.failed.get(reason) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: buyers }, buyer))
  return result
}

function describe({ orders, refusedMs, failed }: Result, cores: number, seconds: number): string {
  const times = (read: (order: PatientOrder) => number) =>
    [0.5, 0.95].map((part) => `${quantile(orders.map(read), part).toFixed(0)} ms`).join(', ')
  const failures = [...failed].map(([reason, count]) => `${String(count)} ${reason}`).join(', ')
  return [
    `${(orders.length / seconds).toFixed(0)} a second`,
    times(({ callsMs }) => callsMs),
    times(({ wholeMs }) => wholeMs),
    refusedMs.length === 0
      ? '–'
      : `${String(refusedMs.length)} within ${quantile(refusedMs, 0.95).toFixed(0)} ms`,
    cores.toFixed(2),
    failures === '' ? 'none' : failures,
  ].join('; ')
}

async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{
    bytes: string
  }>`select pg_database_size(current_database())::text as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
