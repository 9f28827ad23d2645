import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { TEST_SECRET_TEXT } from '#test/installation-secret.ts'
import { serveShop } from '#test/served-shop.ts'
import { railOpen } from '#test/shop-client.ts'
import { startDatabaseProxy, type DatabaseProxy } from '#test/database-proxy.ts'
import { BENCH_CODE, makeOrders } from './order-load.ts'
import { printTable } from './print-table.ts'
import { cpuMs, treeCpuMs } from './process-cost.ts'

const IDLE_S = 30
const SETTLE_S = 5
const LISTED = 40

/**
 * Measures what a demo costs that nobody visits: statements and CPU time of the server and of PostgreSQL, without orders and
 * with one that waits for money. `--list` prints the statements. Other processes on the machine do not count.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { list: { type: 'boolean', default: false } } })
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  const postgres = await startEmbeddedPostgres({ dataFolder: folder })
  const proxy = await startDatabaseProxy(postgres.url)
  const shop = await serveShop({
    KEYHOLD_DATA: join(folder, 'shop'),
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_CAPTCHA_CODE: BENCH_CODE,
    KEYHOLD_LIMITS: 'off',
    DATABASE_URL: proxy.url,
  })
  try {
    await railOpen(shop.url, 'erc20')
    const pidFile = await readFile(join(postgres.clusterFolder, 'postmaster.pid'), 'utf8')
    const pids = { server: shop.pid, postgres: Number(pidFile.split('\n')[0]) }
    const measure = (what: string) => idleCost(what, pids, proxy, values.list)
    const quiet = await measure('no order is open')
    await makeOrders({ url: shop.url, from: 0, count: 1, buyersAtOnce: 1 })
    const waiting = await measure('one order waits for money')
    printTable('idle', [quiet, waiting])
  } finally {
    await shop.stop()
    await proxy.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Pids {
  readonly server: number
  readonly postgres: number
}

async function idleCost(what: string, { server, postgres }: Pids, proxy: DatabaseProxy, isListed: boolean) {
  await delay(SETTLE_S * 1000)
  const before = [await cpuMs(server), await treeCpuMs(postgres)] as const
  proxy.take()
  await delay(IDLE_S * 1000)
  const { statements, connections } = proxy.take()
  const percents = [(await cpuMs(server)) - before[0], (await treeCpuMs(postgres)) - before[1]].map(
    (ms) => ms / (IDLE_S * 10),
  )
  const perSecond = [...statements.values()].reduce((sum, one) => sum + one, 0) / IDLE_S
  const total = percents.reduce((sum, one) => sum + one, 0)
  if (isListed) list(what, statements)
  return {
    what: `${what}: statements a second, connections opened a minute, CPU of server + PostgreSQL`,
    measured: `${perSecond.toFixed(1)}, ${String((connections * 60) / IDLE_S)}, ${percents.map((one) => one.toFixed(2)).join(' + ')} = ${total.toFixed(2)} % of a core`,
    aim: '≤ 1 %',
  }
}

function list(what: string, statements: ReadonlyMap<string, number>): void {
  console.log(`\n${what}: statements a second`)
  const most = [...statements].sort(([, one], [, other]) => other - one).slice(0, LISTED)
  for (const [text, times] of most)
    console.log(`${(times / IDLE_S).toFixed(2).padStart(7)}  ${text.slice(0, 180)}`)
}
