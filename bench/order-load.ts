import { systemClock } from '#server/runtime/clock.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import type { Db } from '#server/db/database.ts'
import { atoms } from '#shared/money.ts'
import { order } from '#test/shop-client.ts'
import { until } from '#test/until.ts'

/** The pinned code of a measured shop's captchas. */
export const BENCH_CODE = 'ABC123'

/** Where and how many orders are made, the first with number `from`. */
interface OrderLoad {
  readonly url: string
  readonly from: number
  readonly count: number
  readonly buyersAtOnce: number
}

/** Makes orders over HTTP, captcha included. @returns how long each took, in ms. */
export async function makeOrders({ url, from, count, buyersAtOnce }: OrderLoad): Promise<readonly number[]> {
  let next = from
  const tookMs: number[] = []
  const buyer = async () => {
    for (let index = next++; index < from + count; index = next++) {
      const beganAt = performance.now()
      await order(url, BENCH_CODE, {
        network: 'erc20',
        edition: 'standard',
        quantity: 1,
        email: `buyer${String(index)}@example.com`,
        idempotencyKey: `bench-order-${String(index)}`,
      })
      tookMs.push(performance.now() - beganAt)
    }
  }
  await Promise.all(Array.from({ length: buyersAtOnce }, buyer))
  return tookMs
}

/** Pays every order on the simulated chain. */
export async function payAll(db: Db): Promise<void> {
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
export async function allMailed(db: Db, orders: number): Promise<void> {
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
