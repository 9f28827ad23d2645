import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'

/** Finds the orders with an e-mail, ignoring case, oldest first. Erased orders have none. */
export async function findOrdersByEmail(db: Db, email: string): Promise<readonly PaymentRecord[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where(sql<boolean>`lower(user_email) = lower(${email})`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
