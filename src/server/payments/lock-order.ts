import type { Db } from '#server/db/database.ts'
import type { PaymentRecord } from './payment-record.ts'

/** Locks an order's row until the transaction ends; null if there is no such order. */
export async function lockOrder(tx: Db, id: string): Promise<PaymentRecord | null> {
  const order = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return order ?? null
}
