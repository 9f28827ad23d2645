import { get } from 'node:http'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { Browser } from '#test/account-fixture.ts'
import { backOffice, type BackOffice } from '#test/back-office.ts'
import { orderDeps } from '#test/order-fixture.ts'
import { KEY_CALLS, ORDER_CALLS, type AdminCall } from './admin-calls.ts'
import { drawChart } from './draw-chart.ts'
import { fillShop, type ShopSize } from '#test/fill-shop.ts'
import { measureImport } from './measure-import.ts'
import { printTable, type Row } from './print-table.ts'
import { readOptions } from './read-options.ts'
import { median } from './statistics.ts'
import { withBench, type Bench } from './with-bench.ts'

const FEW: ShopSize = { keys: 10_000, orders: 10_000 }
const REPEATS = 40
const AIM = 1.5
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'max_wal_size=8GB', 'checkpoint_timeout=30min']

/**
 * Measures the calls of the back office in a small shop and in one with ten million keys and a million orders, in turn, on the
 * same PostgreSQL. Filling takes some minutes and 12 GB in the folder of temporary files; `--keys` and `--orders` make it
 * smaller.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { chart, ...size } = readOptions(args, { keys: 10_000_000, orders: 1_000_000, chart: '' })
  await withBench(async (bench) => {
    const { url } = await bench.postgres(SETTINGS)
    const few = await openShop(bench, await bench.createDatabase(url, 'few'), FEW)
    const many = await openShop(bench, await bench.createDatabase(url, 'many'), size)
    const rows: ComparedRow[] = []
    for (const call of [...KEY_CALLS, ...ORDER_CALLS]) rows.push(await compare(call, few, many))
    printTable(
      `admin: ${count(FEW.keys)} → ${count(size.keys)} keys, ${count(FEW.orders)} → ${count(size.orders)} orders`,
      rows,
    )
    await drawChart(chart, {
      title: `Calls of the back office: ${count(size.keys)} keys and ${count(size.orders)} orders`,
      axis: `time of a call ÷ the same with ${count(FEW.keys)} of each`,
      bars: rows.map(({ what, ratio }) => ({ label: what, value: ratio, text: `${ratio.toFixed(2)} x` })),
      mark: { value: AIM, text: `aim ${String(AIM)} x` },
    })
    printTable('admin: import', [await measureImport(many.db)])
  })
}

const count = (number: number) => number.toLocaleString('en')

/** A shop that is measured. */
interface MeasuredShop {
  readonly size: ShopSize
  readonly db: Db
  readonly office: BackOffice
  readonly url: string
}

async function openShop(bench: Bench, url: string, size: ShopSize): Promise<MeasuredShop> {
  await migrate(url)
  const { db } = await bench.database(url, 4)
  const beganAt = performance.now()
  await fillShop(db, size)
  const { rows } = await sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  )
  const seconds = ((performance.now() - beganAt) / 1000).toFixed(0)
  console.log(
    `${count(size.keys)} keys and ${count(size.orders)} orders: ${seconds} s, ${(Number(rows[0]?.bytes ?? 0) / 1e9).toFixed(2)} GB`,
  )
  const office = await backOffice(orderDeps(db, systemClock))
  bench.defer(() => office.fixture.app.close())
  const at = await office.fixture.app.listen({ port: 0, host: '127.0.0.1' })
  return { size, db, office, url: at }
}

interface ComparedRow extends Row {
  readonly ratio: number
}

async function compare(call: AdminCall, few: MeasuredShop, many: MeasuredShop): Promise<ComparedRow> {
  // sessions are short
  for (const { office } of [few, many]) await office.as.owner.signIn('owner@example.com')
  const times: [number[], number[]] = [[], []]
  for (let n = -5; n < REPEATS; n++) {
    for (const [index, shop] of [few, many].entries()) {
      const ms = await timeOf(call, shop, Math.abs(n))
      if (n >= 0) times[index]?.push(ms)
    }
  }
  const [one, other] = times.map(median)
  const ratio = (other ?? 0) / (one ?? 1)
  return {
    what: call.what,
    ratio,
    measured: `${(one ?? 0).toFixed(1)} → ${(other ?? 0).toFixed(1)} ms (${ratio.toFixed(2)} x)`,
    aim: `≤ ${String(AIM)} x  ${ratio <= AIM ? 'PASS' : 'MISS'}`,
  }
}

async function timeOf(call: AdminCall, shop: MeasuredShop, n: number): Promise<number> {
  const { owner } = shop.office.as
  const path = call.path(shop.size, n)
  const from = performance.now()
  if (call.isExport === true) await firstRow(shop.url + path, owner)
  else {
    const reply = await owner.ask('GET', path)
    if (reply.statusCode !== 200)
      throw new Error(`expected 200 for ${path}, got ${String(reply.statusCode)} ${reply.body}`)
  }
  return performance.now() - from
}

/** Waits for the first line of a file below its heading, and leaves the rest. */
async function firstRow(url: string, { cookies }: Browser): Promise<void> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  await new Promise<void>((resolve, reject) => {
    const request = get(url, { headers: { cookie } }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`expected 200, got ${String(reply.statusCode)}`))
      let text = ''
      reply.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.split('\n').length < 3) return
        resolve()
        reply.destroy()
      })
      reply.on('error', reject)
    })
    request.on('error', reject)
  })
}
