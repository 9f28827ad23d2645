import { addNewKeys } from '#server/keys/generate-keys.ts'
import { allMailed, makeOrders, PAID_WITHIN_MS, payAll, solveCaptchas } from './order-load.ts'
import { measureFloor } from './measure-floor.ts'
import { cpuMs, postmasterPid, treeCpuMs } from './process-cost.ts'
import type { Row } from './print-table.ts'
import type { Bench } from './with-bench.ts'

const ORDERS = 2_000
const WARM_UP = 40
const BUYERS_AT_ONCE = 20

/** Measures a real shop on embedded PostgreSQL: orders created over HTTP, paid on the simulated chain, confirmed, mailed. */
export async function measureOrders(
  bench: Bench,
  settings: Readonly<Record<string, string>>,
): Promise<readonly Row[]> {
  await (await bench.shop(settings)).stop() // the first start creates the cluster
  const startedAt = performance.now()
  const shop = await bench.shop(settings)
  const readyMs = performance.now() - startedAt
  const database = await bench.shopDatabase()
  const postgres = await postmasterPid(database.db)
  await addNewKeys(database.db, database.keyCipher, 'standard', ORDERS + WARM_UP)
  await makeOrders({ url: shop.url, from: 0, count: WARM_UP, buyersAtOnce: BUYERS_AT_ONCE })
  const before = { server: await cpuMs(shop.pid), postgres: await treeCpuMs(postgres) }
  const beganAt = performance.now()
  await makeOrders({ url: shop.url, from: WARM_UP, count: ORDERS, buyersAtOnce: BUYERS_AT_ONCE })
  const ordersPerS = ORDERS / ((performance.now() - beganAt) / 1000)
  const made = { server: await cpuMs(shop.pid), postgres: await treeCpuMs(postgres) }
  await payAll(database.db, new Date(Date.now() + ORDERS * PAID_WITHIN_MS))
  const paid = { server: await cpuMs(shop.pid), postgres: await treeCpuMs(postgres) }
  await allMailed(database.db, ORDERS + WARM_UP)
  const server = (made.server - before.server + (await cpuMs(shop.pid)) - paid.server) / ORDERS
  const postgresMs = (made.postgres - before.postgres + (await treeCpuMs(postgres)) - paid.postgres) / ORDERS
  const beforeCaptchas = (await cpuMs(shop.pid)) + (await treeCpuMs(postgres))
  await solveCaptchas({ url: shop.url, count: ORDERS, buyersAtOnce: BUYERS_AT_ONCE })
  const captcha = ((await cpuMs(shop.pid)) + (await treeCpuMs(postgres)) - beforeCaptchas) / ORDERS
  const floor = await measureFloor({
    databaseUrl: database.ownerUrl,
    postmaster: postgres,
    orders: ORDERS,
    warmUp: WARM_UP,
    buyersAtOnce: BUYERS_AT_ONCE,
  })
  return [
    { what: 'start to ready, warm', measured: `${readyMs.toFixed(0)} ms`, aim: '≤ 2,000 ms' },
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
    {
      what: 'the same ÷ three transactions in bare node:http and pg',
      measured: `${((server + postgresMs) / floor).toFixed(1)} x of ${floor.toFixed(1)} ms`,
      aim: '≤ 4 x',
    },
    {
      what: 'the same without the captcha',
      measured: `${((server + postgresMs - captcha) / floor).toFixed(1)} x`,
      aim: '≤ 2.5 x',
    },
  ]
}
