import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { TEST_SECRET_TEXT } from '#test/installation-secret.ts'
import { serveShop } from '#test/served-shop.ts'
import { railOpen } from '#test/shop-client.ts'
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import { BENCH_CODE, makeOrders } from './order-load.ts'
import { printTable } from './print-table.ts'

const IDLE_S = 30
const SETTLE_S = 5
const LISTED = 30

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
    const measure = (what: string) => idleCost(what, shop.pid, folder, proxy, values.list)
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

async function idleCost(what: string, pid: number, folder: string, proxy: DatabaseProxy, isListed: boolean) {
  await delay(SETTLE_S * 1000)
  proxy.take()
  const [server, database] = [cpuMs([pid]), cpuMs(postgresPids(folder))]
  await delay(IDLE_S * 1000)
  const { statements } = proxy.take()
  const percent = (ms: number) => (ms / (IDLE_S * 10)).toFixed(2)
  const [ours, theirs] = [cpuMs([pid]) - server, cpuMs(postgresPids(folder)) - database]
  const perSecond = [...statements.values()].reduce((sum, one) => sum + one, 0) / IDLE_S
  if (isListed) list(what, statements)
  return {
    what: `${what}: statements a second, CPU of server + PostgreSQL`,
    measured: `${perSecond.toFixed(1)}, ${percent(ours)} + ${percent(theirs)} = ${percent(ours + theirs)} % of a core`,
    aim: '≤ 1 %',
  }
}

function list(what: string, statements: ReadonlyMap<string, number>): void {
  console.log(`\n${what}: statements a second`)
  const most = [...statements].sort(([, one], [, other]) => other - one).slice(0, LISTED)
  for (const [text, times] of most)
    console.log(`${(times / IDLE_S).toFixed(2).padStart(7)}  ${text.slice(0, 180)}`)
}

/** The postmaster of the folder and its children. */
function postgresPids(folder: string): readonly number[] {
  const main = execFileSync('pgrep', ['-f', `postgres -D ${folder}`], { encoding: 'utf8' })
  const [first = ''] = main.trim().split('\n')
  const isChild = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === first
    } catch {
      return false
    }
  }
  return [
    Number(first),
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isChild(name))
      .map(Number),
  ]
}

/** User and system time so far, with that of children that have ended. */
function cpuMs(pids: readonly number[]): number {
  let ms = 0
  for (const pid of pids) {
    const fields =
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')[1]
        ?.split(' ') ?? []
    ms += fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0) * 10
  }
  return ms
}
