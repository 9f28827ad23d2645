import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { TEST_SECRET_TEXT } from '#test/installation-secret.ts'
import { serveShop } from '#test/served-shop.ts'
import { railOpen } from '#test/shop-client.ts'
import { startDatabaseProxy, type DatabaseProxy } from '#test/database-proxy.ts'
import { BENCH_CODE, makeOrders } from './order-load.ts'
import { printTable } from './print-table.ts'
import { cpuMs, treeCpuMs } from './process-cost.ts'

const IDLE_S = 60
/** After a start or an order V8 still collects its garbage, and pages are compressed. */
const SETTLE_S = 45
const LISTED = 40
const BLOCK_TIME_S = 12

/**
 * Measures what a shop costs that nobody visits: statements, connections, and CPU time of the server and of PostgreSQL. A demo
 * without orders and with one that waits for money, and a production shop that reads a node with a block every 12 s.
 * `--list` prints the statements; `--against FOLDER` serves another build.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { list: { type: 'boolean', default: false }, against: { type: 'string' } },
  })
  const rows: Row[] = []
  const source = values.against ?? process.cwd()
  await withShop({ KEYHOLD_CAPTCHA_CODE: BENCH_CODE, KEYHOLD_LIMITS: 'off' }, source, async (shop) => {
    await railOpen(shop.url, 'erc20')
    rows.push(await idleCost('demo without orders', shop, values.list))
    await makeOrders({ url: shop.url, from: 0, count: 1, buyersAtOnce: 1 })
    rows.push(await idleCost('demo, an order waits for money', shop, values.list))
  })
  if (hasAnvil()) {
    const anvil = await startAnvil()
    try {
      await anvil.rpc('evm_setIntervalMining', [BLOCK_TIME_S])
      const settings = productionSettings(anvil)
      await withShop(settings, source, async (shop) => {
        rows.push(await idleCost('production, one chain', shop, values.list, '≤ 0.3 %'))
      })
    } finally {
      await anvil.stop()
    }
  }
  printTable('idle: statements a second, connections a minute, CPU of server + PostgreSQL', rows)
}

function productionSettings({ url, chainId }: Anvil): Readonly<Record<string, string>> {
  return {
    KEYHOLD_PROFILE: 'production',
    KEYHOLD_ALLOW_TEST: 'true',
    KEYHOLD_PUBLIC_URL: 'http://127.0.0.1:18499',
    PORT: '18499',
    KEYHOLD_EVM_XPUB: DEMO_XPUBS.evm,
    KEYHOLD_ETHEREUM_RPC: url,
    KEYHOLD_ETHEREUM_CHAIN_ID: String(chainId),
    KEYHOLD_RATES: 'fixed:BTC=60000,ETH=3000,USDT=1',
    KEYHOLD_SMTP_URL: 'smtp://127.0.0.1:1',
    KEYHOLD_MAIL_FROM: 'Keyhold <keys@shop.example>',
    KEYHOLD_SUPPORT_EMAIL: 'support@shop.example',
  }
}

/** A shop that is measured. */
interface MeasuredShop extends Pids {
  readonly url: string
  readonly proxy: DatabaseProxy
}

async function withShop(
  settings: Readonly<Record<string, string>>,
  source: string,
  measure: (shop: MeasuredShop) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  const postgres = await startEmbeddedPostgres({ dataFolder: folder })
  const proxy = await startDatabaseProxy(postgres.url)
  const common = { KEYHOLD_DATA: join(folder, 'shop'), KEYHOLD_SECRET: TEST_SECRET_TEXT }
  const shop = await serveShop({ ...common, ...settings, DATABASE_URL: proxy.url }, source)
  try {
    const pidFile = await readFile(join(postgres.clusterFolder, 'postmaster.pid'), 'utf8')
    await measure({ url: shop.url, proxy, server: shop.pid, postgres: Number(pidFile.split('\n')[0]) })
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

interface Row {
  readonly what: string
  readonly measured: string
  readonly aim: string
}

async function idleCost(
  what: string,
  { server, postgres, proxy }: MeasuredShop,
  isListed: boolean,
  aim = '≤ 1 %',
): Promise<Row> {
  await delay(SETTLE_S * 1000)
  const before = [await cpuMs(server), await treeCpuMs(postgres)] as const
  proxy.take()
  await delay(IDLE_S * 1000)
  const { statements, connections } = proxy.take()
  const used = [(await cpuMs(server)) - before[0], (await treeCpuMs(postgres)) - before[1]]
  const percents = used.map((ms) => ms / (IDLE_S * 10))
  const perSecond = [...statements.values()].reduce((sum, one) => sum + one, 0) / IDLE_S
  const total = percents.reduce((sum, one) => sum + one, 0)
  if (isListed) list(what, statements)
  const cpu = `${percents.map((one) => one.toFixed(2)).join(' + ')} = ${total.toFixed(2)} % of a core`
  return {
    what,
    measured: `${perSecond.toFixed(1)}, ${((connections * 60) / IDLE_S).toFixed(0)}, ${cpu}`,
    aim,
  }
}

function list(what: string, statements: ReadonlyMap<string, number>): void {
  console.log(`\n${what}: statements a second`)
  const most = [...statements].sort(([, one], [, other]) => other - one).slice(0, LISTED)
  for (const [text, times] of most)
    console.log(`${(times / IDLE_S).toFixed(2).padStart(7)}  ${text.slice(0, 180)}`)
}
