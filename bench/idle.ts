import { setTimeout as delay } from 'node:timers/promises'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { railOpen } from '#test/shop-client.ts'
import type { DatabaseProxy } from '#test/database-proxy.ts'
import { listStatements } from './list-statements.ts'
import { makeOrders } from './order-load.ts'
import { printTable, type Row } from './print-table.ts'
import { cpuMs, postmasterPid, treeCpuMs } from './process-cost.ts'
import { readOptions } from './read-options.ts'
import { withBench } from './with-bench.ts'

const IDLE_S = 60
/** After a start or an order V8 still collects its garbage, and pages are compressed. */
const SETTLE_S = 45
const BLOCK_TIME_S = 12

/**
 * Measures what a shop costs that nobody visits: statements, connections, and CPU time of the server and of PostgreSQL. A demo
 * without orders and with one that waits for money, and a production shop that reads a node with a block every 12 s.
 * `--list` prints the statements; `--against FOLDER` serves another build.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { list, against: source } = readOptions(args, { list: false, against: process.cwd() })
  const rows: Row[] = []
  await withShop({}, source, async (shop) => {
    await railOpen(shop.url, 'erc20')
    rows.push(await idleCost('demo without orders', shop, list))
    await makeOrders({ url: shop.url, from: 0, count: 1, buyersAtOnce: 1 })
    rows.push(await idleCost('demo, an order waits for money', shop, list))
  })
  if (hasAnvil()) {
    const anvil = await startAnvil()
    try {
      await anvil.rpc('evm_setIntervalMining', [BLOCK_TIME_S])
      const settings = productionSettings(anvil)
      await withShop(settings, source, async (shop) => {
        rows.push(await idleCost('production, one chain', shop, list, '≤ 0.3 %'))
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
    KEYHOLD_LIMITS: '',
    KEYHOLD_CAPTCHA_CODE: '',
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
interface MeasuredShop {
  readonly url: string
  /** Its process, and PostgreSQL's. */
  readonly server: number
  readonly postgres: number
  readonly proxy: DatabaseProxy
}

async function withShop(
  settings: Readonly<Record<string, string>>,
  source: string,
  measure: (shop: MeasuredShop) => Promise<void>,
): Promise<void> {
  await withBench(async (bench) => {
    const { url } = await bench.postgres()
    const postgres = await postmasterPid((await bench.database(url)).db)
    const proxy = await bench.proxy(url)
    const shop = await bench.shop({ ...settings, DATABASE_URL: proxy.url }, source)
    await measure({ url: shop.url, proxy, server: shop.pid, postgres })
  })
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
  if (isListed) listStatements(`${what}: statements a second`, statements, IDLE_S)
  const cpu = `${percents.map((one) => one.toFixed(2)).join(' + ')} = ${total.toFixed(2)} % of a core`
  return {
    what,
    measured: `${perSecond.toFixed(1)}, ${((connections * 60) / IDLE_S).toFixed(0)}, ${cpu}`,
    aim,
  }
}
