import { systemClock } from '#server/runtime/clock.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import type { Db } from '#server/db/database.ts'
import { atoms } from '#shared/money.ts'
import { orderWithPass, solveCaptcha } from '#test/shop-client.ts'
import { until } from '#test/until.ts'
import { BENCH_CODE } from './with-bench.ts'

/**
 * How long an order's payment takes to be put on the simulated chain, which lies in the same PostgreSQL. That is the work of
 * wallets and nodes: payments become visible when all are there, and are counted from then on.
 */
export const PAID_WITHIN_MS = 10

/** Where and how many orders are made, the first with number `from`. */
interface OrderLoad {
  readonly url: string
  readonly from: number
  readonly count: number
  readonly buyersAtOnce: number
  /** Ends the making early: orders that were begun are finished. */
  readonly stop?: AbortSignal
}

/** How long a buyer waits, in ms. */
interface OrderTimes {
  readonly wholeMs: number
  /** Of `wholeMs`, the call that creates the order. */
  readonly creationMs: number
}

/** The address of a buyer: each order comes from another, as in a shop, where a client has few unpaid orders to count. */
export const clientOf = (number: number) => `198.18.${String(number >> 8)}.${String(number & 255)}`

/** Makes orders over HTTP, captcha included. */
export async function makeOrders({
  url,
  from,
  count,
  buyersAtOnce,
  stop,
}: OrderLoad): Promise<readonly OrderTimes[]> {
  let next = from
  const times: OrderTimes[] = []
  const buyer = async () => {
    for (let index = next++; index < from + count && stop?.aborted !== true; index = next++) {
      const beganAt = performance.now()
      const pass = await solveCaptcha(url, BENCH_CODE)
      const passedAt = performance.now()
      await orderWithPass(url, pass, {
        network: 'erc20',
        edition: 'standard',
        quantity: 1,
        email: `buyer${String(index)}@example.com`,
        idempotencyKey: `bench-order-${String(index)}`,
        client: clientOf(index),
      })
      const endedAt = performance.now()
      times.push({ wholeMs: endedAt - beganAt, creationMs: endedAt - passedAt })
    }
  }
  await Promise.all(Array.from({ length: buyersAtOnce }, buyer))
  return times
}

/** Solves captchas and orders nothing. */
export async function solveCaptchas({
  url,
  count,
  buyersAtOnce,
}: Pick<OrderLoad, 'url' | 'count' | 'buyersAtOnce'>): Promise<void> {
  let left = count
  const buyer = async () => {
    while (left-- > 0) await solveCaptcha(url, BENCH_CODE)
  }
  await Promise.all(Array.from({ length: buyersAtOnce }, buyer))
}

/** Pays every order that nothing was paid for on the simulated chain. @param madeAt when the payments become visible; by default at once. */
export async function payAll(db: Db, madeAt?: Date): Promise<void> {
  const chain = createSimChain({ db, chain: 'ethereum', clock: systemClock })
  const pending = db.selectFrom('payments').where('status', '=', 'pending')
  const open = await pending.select(['payment_address', 'due_atoms']).execute()
  for (const one of open) {
    await chain.pay({
      address: one.payment_address,
      asset: 'USDT',
      atoms: atoms(one.due_atoms),
      isGenuine: true,
      ...(madeAt === undefined ? {} : { madeAt }),
    })
  }
}

/** Waits until the orders are confirmed, delivered and mailed. */
export async function allMailed(db: Db, orders: number): Promise<void> {
  const mailed = db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('template', '=', 'keys')
    .where('sent_at', 'is not', null)
  await until(async () => Number((await mailed.executeTakeFirstOrThrow()).count) >= orders, {
    withinMs: 900_000,
    everyMs: 500,
    what: 'all orders mailed',
  })
}
