import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openShopDatabase } from '#server/shop/shop-database.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { readSettings } from '#server/config/read-settings.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import type { Db } from '#server/db/database.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { atoms } from '#shared/money.ts'
import { serveShop } from '#test/served-shop.ts'
import { order } from '#test/shop-client.ts'
import { until } from '#test/until.ts'
import { cpuMs, residentMb, treeCpuMs } from './process-cost.ts'
import type { Row } from './print-table.ts'

const ORDERS = 2_000
const WARM_UP = 40
const BUYERS_AT_ONCE = 20
const CODE = 'ABC123'

/** Measures a real shop on embedded PostgreSQL: orders created over HTTP, paid on the simulated chain, confirmed, mailed. */
export async function measureOrders(folder: string): Promise<readonly Row[]> {
  const settings = {
    KEYHOLD_DATA: join(folder, 'shop'),
    KEYHOLD_CAPTCHA_CODE: CODE,
    KEYHOLD_LIMITS: 'off',
  }
  await (await serveShop(settings)).stop() // the first start creates the cluster
  const startedAt = performance.now()
  const shop = await serveShop(settings)
  const readyMs = performance.now() - startedAt
  const outcome = readSettings(settings)
  if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('\n'))
  const database = await openShopDatabase(outcome.settings, {
    log: createLog({ level: 'silent' }),
    say: () => undefined,
    max: 2,
    isServing: false,
  })
  try {
    const idleMb = await residentMb(shop.pid)
    const postgres = await postmasterPid(database.db)
    await addNewKeys(database.db, database.keyCipher, 'standard', ORDERS + WARM_UP)
    await makeOrders(shop.url, 0, WARM_UP)
    const before = { server: await cpuMs(shop.pid), postgres: await treeCpuMs(postgres) }
    const beganAt = performance.now()
    await makeOrders(shop.url, WARM_UP, ORDERS)
    const ordersPerS = ORDERS / ((performance.now() - beganAt) / 1000)
    await payAll(database.db)
    await allMailed(database.db, ORDERS + WARM_UP)
    const server = ((await cpuMs(shop.pid)) - before.server) / ORDERS
    const postgresMs = ((await treeCpuMs(postgres)) - before.postgres) / ORDERS
    const loadedMb = await residentMb(shop.pid)
    return [
      { what: 'start to ready, warm', measured: `${readyMs.toFixed(0)} ms`, aim: '≤ 2,000 ms' },
      { what: 'resident memory of the server, idle', measured: `${idleMb.toFixed(0)} MB`, aim: '≤ 150 MB' },
      { what: 'the same after the orders', measured: `${loadedMb.toFixed(0)} MB`, aim: '≤ 150 MB' },
      {
        what: 'orders made, captcha and its check included',
        measured: `${ordersPerS.toFixed(0)} a second`,
        aim: '≥ 50 a second',
      },
      {
        what: 'CPU of a paid, confirmed and mailed order: server + PostgreSQL',
        measured: `${server.toFixed(1)} + ${postgresMs.toFixed(1)} = ${(server + postgresMs).toFixed(1)} ms`,
        aim: '≤ 10 ms',
      },
    ]
  } finally {
    await database.close()
    await shop.stop()
  }
}

async function makeOrders(url: string, from: number, count: number): Promise<void> {
  let next = from
  const buyer = async () => {
    for (let index = next++; index < from + count; index = next++) {
      await order(url, CODE, {
        network: 'erc20',
        edition: 'standard',
        quantity: 1,
        email: `buyer${String(index)}@example.com`,
        idempotencyKey: `bench-order-${String(index)}`,
      })
    }
  }
  await Promise.all(Array.from({ length: BUYERS_AT_ONCE }, buyer))
}

async function payAll(db: Db): Promise<void> {
  const chain = createSimChain({ db, chain: 'ethereum', clock: systemClock })
  const open = await db.selectFrom('payments').select(['payment_address', 'due_atoms']).execute()
  for (const one of open) {
    await chain.pay({
      address: one.payment_address,
      asset: 'USDT',
      atoms: atoms(one.due_atoms),
      isGenuine: true,
    })
  }
}

/** Waits until the orders are confirmed, delivered and mailed. */
async function allMailed(db: Db, orders: number): Promise<void> {
  await until(
    async () =>
      (
        await db
          .selectFrom('mails')
          .select('id')
          .where('template', '=', 'keys')
          .where('sent_at', 'is not', null)
          .execute()
      ).length >= orders,
    { withinMs: 180_000, everyMs: 500, what: 'all orders mailed' },
  )
}

async function postmasterPid(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const stat = await readFile(`/proc/${String(rows[0]?.pid ?? 0)}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
