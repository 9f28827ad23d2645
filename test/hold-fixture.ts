import { expect } from 'vitest'
import type { Db } from '#server/db/database.ts'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { CreatePaymentRequest } from '#shared/api.ts'
import { USD } from '#shared/currency.ts'
import { cents, centsToNumber } from '#shared/money.ts'
import { payOnChain } from './order-fixture.ts'

/** So many copies of the standard edition, for `placeOrder`. */
export function ofCopies(quantity: number): Pick<CreatePaymentRequest, 'quantity' | 'totalPrice'> {
  return { quantity, totalPrice: centsToNumber(cents(63_99 * quantity), USD) }
}

/** The ids of the keys that an order holds, or has got. */
export async function keyIdsOf(
  db: Db,
  paymentId: string,
  column: 'held_for' | 'payment_id' = 'held_for',
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('game_keys')
    .select('id')
    .where(column, '=', paymentId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Pays an order, and hands out its keys. */
export async function sell(deps: CreatePaymentDeps, record: PaymentRecord): Promise<void> {
  await payOnChain(deps.db, record)
  await settlePayment(deps, record.id)
  expect(await deliverOrder(deps, record.id)).toEqual({ kind: 'delivered', keys: record.quantity })
}
