import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import type { ServedShop } from '#test/served-shop.ts'
import { railOpen } from '#test/shop-client.ts'
import { allMailed, makeOrders, payAll } from './order-load.ts'
import { printTable } from './print-table.ts'
import { cpuMs, postmasterPid, residentMb, treeCpuMs } from './process-cost.ts'
import { readOptions } from './read-options.ts'
import { median } from './statistics.ts'
import { withBench } from './with-bench.ts'

const PROCESSES = 2
const BUYERS_AT_ONCE = 10

/** The second process is measured at rest for this time. */
const AT_REST_S = 20

/**
 * Measures orders on one PostgreSQL, made at one process and at two, in turn: CPU of all of them for an order, orders a second,
 * and the write-ahead log; then what the second process costs at rest. Both run all the time; one of them leads. With
 * `--one-core` they share one core, half a core each where both are used, and all else has the other cores.
 */
export async function run(args: readonly string[]): Promise<void> {
  const options = { orders: 200, rounds: 5, 'one-core': false }
  const { orders, rounds, 'one-core': isOneCore } = readOptions(args, options)
  await withBench(async (bench) => {
    const { url: DATABASE_URL } = await bench.postgres()
    const settingsOf = (n: number) => ({ DATABASE_URL, KEYHOLD_DATA: join(bench.folder, `shop${String(n)}`) })
    const shops: ServedShop[] = []
    for (let n = 0; n < PROCESSES; n++) shops.push(await bench.shop(settingsOf(n)))
    const { db, keyCipher } = await bench.shopDatabase(settingsOf(0))
    await addNewKeys(db, keyCipher, 'standard', orders * (2 * rounds + 2))
    for (const { url } of shops) await railOpen(url, 'erc20')
    const pid = await postmasterPid(db)
    if (isOneCore) shareOneCore(shops, [pid, process.pid])
    const measured: Cost[][] = [[], []]
    let made = 0
    for (let round = -1; round < rounds; round++) {
      for (const [index, used] of [shops.slice(0, 1), shops].entries()) {
        const cost = await costOf({ db, used, shops, postmaster: pid, from: made, orders })
        made += orders
        if (round >= 0) measured[index]?.push(cost)
      }
    }
    const [, second] = shops
    if (second === undefined) throw new Error('expected two shops')
    print(measured, isOneCore, await costAtRest(second))
  })
}

/** Pins the shops to the last core, and others to all before it; processes that they start later follow. */
function shareOneCore(shops: readonly ServedShop[], others: readonly number[]): void {
  const last = availableParallelism() - 1
  const pin = (cores: string, pid: number) => {
    const args = ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]
    execFileSync('taskset', args, { stdio: 'ignore' })
  }
  for (const { pid } of shops) pin(String(last), pid)
  for (const pid of others) pin(`0-${String(last - 1)}`, pid)
}

/** What a process that gets no request costs. */
async function costAtRest({ pid }: ServedShop): Promise<string> {
  const before = await cpuMs(pid)
  await delay(AT_REST_S * 1000)
  const percent = ((await cpuMs(pid)) - before) / (AT_REST_S * 10)
  return `${percent.toFixed(2)} % of a core, ${(await residentMb(pid)).toFixed(0)} MB`
}

interface Cost {
  readonly cpuMs: number
  readonly perS: number
  readonly walBytes: number
}

interface Round {
  readonly db: Db
  /** Where orders are made. */
  readonly used: readonly ServedShop[]
  readonly shops: readonly ServedShop[]
  readonly postmaster: number
  readonly from: number
  readonly orders: number
}

async function costOf({ db, used, shops, postmaster, from, orders }: Round): Promise<Cost> {
  const cpu = async () => {
    const each = await Promise.all([...shops.map((shop) => cpuMs(shop.pid)), treeCpuMs(postmaster)])
    return each.reduce((sum, one) => sum + one, 0)
  }
  const [before, walBefore] = [await cpu(), await walPosition(db)]
  const beganAt = performance.now()
  const share = orders / used.length
  await Promise.all(
    used.map(({ url }, index) =>
      makeOrders({
        url,
        from: from + index * share,
        count: share,
        buyersAtOnce: BUYERS_AT_ONCE / used.length,
      }),
    ),
  )
  const perS = orders / ((performance.now() - beganAt) / 1000)
  await payAll(db)
  await allMailed(db, from + orders)
  return {
    cpuMs: ((await cpu()) - before) / orders,
    perS,
    walBytes: ((await walPosition(db)) - walBefore) / orders,
  }
}

async function walPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select (pg_current_wal_lsn() - '0/0')::text as bytes`.execute(
    db,
  )
  return Number(rows[0]?.bytes ?? 0)
}

function print(
  [one = [], both = []]: readonly (readonly Cost[])[],
  isOneCore: boolean,
  atRest: string,
): void {
  const of = (costs: readonly Cost[], pick: (cost: Cost) => number) => median(costs.map(pick))
  const compare = (pick: (cost: Cost) => number, digits: number, unit: string) => {
    const [single, shared] = [of(one, pick), of(both, pick)]
    return `${single.toFixed(digits)} → ${shared.toFixed(digits)}${unit} (${(shared / single).toFixed(2)} x)`
  }
  const where = isOneCore ? 'on one core' : 'on all cores'
  printTable(`processes ${where}: orders made at one process → at two, one PostgreSQL`, [
    {
      what: 'CPU of an order, all processes and PostgreSQL',
      measured: compare((cost) => cost.cpuMs, 1, ' ms'),
      aim: '0.9 to 1.1 x',
    },
    {
      what: 'orders made a second',
      measured: compare((cost) => cost.perS, 1, ''),
      aim: isOneCore ? '0.9 to 1.1 x' : '≥ 1.7 x where cores allow',
    },
    {
      what: 'write-ahead log of an order',
      measured: compare((cost) => cost.walBytes / 1024, 1, ' kB'),
      aim: '–',
    },
    { what: 'the second process at rest', measured: atRest, aim: '–' },
  ])
}
