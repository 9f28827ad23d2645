import type { Db } from '#server/db/database.ts'
import { createLog } from '#server/runtime/log.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { eraseUnpaid } from '#server/privacy/erase-unpaid.ts'
import { placeOrder } from './order-fixture.ts'
import { readOrder } from './refund-fixture.ts'

export const DAY_S = 24 * 3600

/** One round of the hourly erasure; how many orders it erased. */
export function eraseNow(
  { db, clock }: Pick<CreatePaymentDeps, 'db' | 'clock'>,
  most?: number,
): Promise<number> {
  const log = createLog({ level: 'silent' })
  return eraseUnpaid(db, clock(), { log, ...(most === undefined ? {} : { most }) })
}

/** An order that nothing came for and whose window is over. */
export async function placeExpiredOrder(
  deps: CreatePaymentDeps,
  ...wish: Parameters<typeof placeOrder> extends [unknown, ...infer Rest] ? Rest : never
): Promise<PaymentRecord> {
  const { id } = await placeOrder(deps, ...wish)
  await deps.db.updateTable('payments').set({ status: 'expired' }).where('id', '=', id).execute()
  return readOrder(deps.db, id)
}

/** What an order's row tells of a person; all null once erased. */
export async function personalOf(db: Db, id: string): Promise<readonly unknown[]> {
  const order = await readOrder(db, id)
  return [
    order.user_email,
    order.wallet_address,
    order.client_hash,
    order.idempotency_key,
    order.request_hash,
  ]
}
