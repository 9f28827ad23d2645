import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { announce, type Topic } from '#server/live/announce.ts'
import type { Db } from '#server/db/database.ts'
import type { ServedShop } from '#test/served-shop.ts'
import type { ClientsOrder, ClientsReport } from './live-clients.ts'
import { printTable, type Row } from './print-table.ts'
import { cpuMs, residentMb } from './process-cost.ts'
import { readOptions } from './read-options.ts'
import { median, quantile } from './statistics.ts'
import { withBench } from './with-bench.ts'

/** A buyer's page, with the landing page behind it: three topics for everyone and its own order. */
const TOPICS = ['counters', 'rails', 'editions', 'payment:00000000-0000-4000-8000-{id}']
const WARM_UP = 500
const CHANGES = 15
const CHANGES_PER_S = 100
const BUSY_S = 10
const SETTLE_MS = 5_000
/** Longer than a topic's pause between two pushes. */
const PAUSE_MS = 400

/** Measures many pages that are connected to one process: memory, how soon a change reaches all, and how many messages each gets. */
export async function run(args: readonly string[]): Promise<void> {
  const { pages } = readOptions(args, { pages: 10_000 })
  await withBench(async (bench) => {
    const shop = await bench.shop()
    const { db } = await bench.shopDatabase()
    const clients = fork('bench/live-clients.ts', { stdio: 'inherit' })
    bench.defer(() => {
      const exited = once(clients, 'exit')
      clients.kill()
      return exited
    })
    await measure({ shop, db, clients }, pages)
  })
}

/** Sends an order to the process with the pages. @returns what it reports next. */
async function ask(clients: ChildProcess, order: ClientsOrder): Promise<ClientsReport> {
  const report = reportOf(clients)
  clients.send(order)
  return report
}

async function reportOf(clients: ChildProcess): Promise<ClientsReport> {
  const [report] = (await once(clients, 'message')) as [ClientsReport]
  return report
}

interface Measured {
  readonly shop: ServedShop
  readonly db: Db
  readonly clients: ChildProcess
}

async function measure(measured: Measured, pages: number): Promise<void> {
  const { shop, clients } = measured
  const tell = (order: ClientsOrder) => ask(clients, order)
  const port = Number(new URL(shop.url).port)
  const open = (count: number) => tell({ kind: 'open', port, count, topics: TOPICS })
  // what the process allocates once
  await open(WARM_UP)
  await tell({ kind: 'close' })
  await delay(SETTLE_MS)
  const emptyMb = await residentMb(shop.pid)
  const beganAt = performance.now()
  await open(pages)
  const openedS = (performance.now() - beganAt) / 1000
  await delay(SETTLE_MS)
  const fullMb = await residentMb(shop.pid)
  const row = (what: string, measured: string, aim = '–') => ({ what, measured, aim })
  const rows = [
    row(`${pages.toLocaleString('en')} pages with four topics each, opened in`, `${openedS.toFixed(1)} s`),
    row('resident memory a page', `${(((fullMb - emptyMb) * 1024) / pages).toFixed(1)} kB`, '≤ 10 kB'),
  ]
  for (const topic of ['rails', 'counters'] as const) {
    const times: number[] = []
    const before = await cpuMs(shop.pid)
    for (let n = 0; n < CHANGES; n++) times.push(await timeToAll(measured, topic))
    const cpu = ((await cpuMs(shop.pid)) - before) / CHANGES
    rows.push(
      row(
        `a change of ${topic} has reached all pages: median, slowest; CPU of the shop`,
        `${median(times).toFixed(0)} ms, ${quantile(times, 1).toFixed(0)} ms; ${cpu.toFixed(0)} ms`,
        '≤ 500 ms',
      ),
    )
  }
  for (const topic of ['rails', 'counters'] as const) rows.push(await busy(measured, topic))
  rows.push(row('resident memory afterwards', `${(await residentMb(shop.pid)).toFixed(0)} MB`))
  printTable('live', rows)
}

async function timeToAll({ clients, db }: Measured, topic: Topic): Promise<number> {
  await delay(PAUSE_MS)
  await ask(clients, { kind: 'await pushes' })
  const reached = reportOf(clients)
  const from = performance.timeOrigin + performance.now()
  await announce(db, topic)
  const report = await reached
  if (report.kind !== 'reached') throw new Error(`expected all pages to be reached, got ${report.kind}`)
  return report.atMs - from
}

/** Announces a topic a hundred times a second for a while. */
async function busy({ clients, db, shop }: Measured, topic: Topic): Promise<Row> {
  await ask(clients, { kind: 'report' })
  const before = await cpuMs(shop.pid)
  const beganAt = performance.now()
  for (let n = 0; n < CHANGES_PER_S * BUSY_S; n++) {
    await announce(db, topic)
    await delay(Math.max(0, beganAt + (n * 1000) / CHANGES_PER_S - performance.now()))
  }
  await delay(1_000)
  const seconds = (performance.now() - beganAt) / 1000
  const cpu = ((await cpuMs(shop.pid)) - before) / seconds / 10
  const report = await ask(clients, { kind: 'report' })
  if (report.kind !== 'pushes') throw new Error(`expected the number of pushes, got ${report.kind}`)
  const [least, most] = [report.least / seconds, report.most / seconds]
  return {
    what: `messages to a page per second under ${String(CHANGES_PER_S)} changes of ${topic}: least, most; CPU of the shop`,
    measured: `${least.toFixed(1)}, ${most.toFixed(1)}; ${cpu.toFixed(0)} % of a core`,
    aim: '≤ 4',
  }
}
