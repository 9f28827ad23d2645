import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { railOpen } from '#test/shop-client.ts'
import type { DatabaseProxy } from '#test/database-proxy.ts'
import { listStatements } from './list-statements.ts'
import { allMailed, makeOrders, payAll } from './order-load.ts'
import { printTable } from './print-table.ts'
import { readOptions } from './read-options.ts'
import { quantile } from './statistics.ts'
import { withBench } from './with-bench.ts'

const ORDERS = 200
const WARM_UP = 20
const BUYERS_AT_ONCE = 20
const REMOTE_ORDERS = 60
/** In each direction: a database 20 ms away. */
const REMOTE_MS = 10
const IDLE_S = 20

/**
 * Counts the statements, commits and round trips of an order, less what an idle shop needs, and times orders against a
 * database 20 ms away. `--list` prints the statements themselves.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { list } = readOptions(args, { list: false })
  await withBench(async (bench) => {
    const postgres = await bench.postgres()
    const proxy = await bench.proxy(postgres.url)
    const shop = await bench.shop({ DATABASE_URL: proxy.url })
    const { db, keyCipher } = await bench.shopDatabase({ DATABASE_URL: postgres.url })
    await addNewKeys(db, keyCipher, 'standard', ORDERS + WARM_UP)
    await railOpen(shop.url, 'erc20')
    await measure(shop.url, db, proxy, list)
  })
}

/** What passed in a while. */
interface Traffic {
  readonly statements: number
  readonly commits: number
  readonly roundTrips: number
}

async function measure(url: string, db: Db, proxy: DatabaseProxy, isListed: boolean): Promise<void> {
  await makeOrders({ url, from: 0, count: WARM_UP, buyersAtOnce: 1 })
  await payAll(db)
  await allMailed(db, WARM_UP)
  const idle = await count(proxy, 'idle', false, () => delay(IDLE_S * 1000))
  const made = await count(proxy, 'order made', isListed, () =>
    makeOrders({ url, from: WARM_UP, count: ORDERS, buyersAtOnce: BUYERS_AT_ONCE }),
  )
  const paid = await count(proxy, 'order paid', isListed, async () => {
    await payAll(db)
    await allMailed(db, ORDERS + WARM_UP)
  })
  proxy.delayBy(REMOTE_MS)
  const remote = await makeOrders({ url, from: ORDERS + WARM_UP, count: REMOTE_ORDERS, buyersAtOnce: 1 })
  proxy.delayBy(0)
  const perOrder = (part: Measured) => {
    const each = (name: keyof Traffic) =>
      (part.traffic[name] - (idle.traffic[name] / idle.seconds) * part.seconds) / ORDERS
    return { statements: each('statements'), commits: each('commits'), roundTrips: each('roundTrips') }
  }
  const [create, settle] = [perOrder(made), perOrder(paid)]
  const row = (what: string, name: keyof Traffic, aim: string) => ({
    what,
    measured: `${create[name].toFixed(1)} + ${settle[name].toFixed(1)} = ${(create[name] + settle[name]).toFixed(1)}`,
    aim,
  })
  const wait = (what: string, name: 'wholeMs' | 'creationMs', aim: string) => {
    const times = remote.map((one) => one[name])
    return {
      what,
      measured: [0.5, 0.95].map((part) => `${quantile(times, part).toFixed(0)} ms`).join(', '),
      aim,
    }
  }
  printTable('statements', [
    row('statements of an order: captcha and creation + payment, keys and mails', 'statements', '≤ 25'),
    row('commits', 'commits', '≤ 4'),
    row('round trips', 'roundTrips', '–'),
    wait('an order with its captcha, database 20 ms away, p50 and p95', 'wholeMs', '–'),
    wait('of it the creation, p50 and p95', 'creationMs', '≤ 120 ms'),
  ])
}

interface Measured {
  readonly traffic: Traffic
  readonly seconds: number
}

async function count(
  proxy: DatabaseProxy,
  what: string,
  isListed: boolean,
  step: () => Promise<unknown>,
): Promise<Measured> {
  proxy.take()
  const beganAt = performance.now()
  await step()
  const seconds = (performance.now() - beganAt) / 1000
  const { statements, commits, roundTrips } = proxy.take()
  if (isListed) listStatements(`${what}: statements per order`, statements, ORDERS)
  const all = [...statements.values()].reduce((sum, one) => sum + one, 0)
  return { traffic: { statements: all, commits, roundTrips }, seconds }
}
