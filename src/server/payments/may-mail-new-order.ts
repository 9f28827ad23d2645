import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { PaymentRecord } from './payment-record.ts'

/** Of one address, within an hour. */
const ORDERS_PER_HOUR_MAX = 10
const HOUR_MS = 3_600_000

/**
 * Whether an order's address is written to because the order was taken: whoever types a stranger's address again and again
 * fills no mailbox with it. The order stands all the same, and mails that money, keys and refunds bring are not counted.
 *
 * @param record just made, in this transaction.
 */
export async function mayMailNewOrder(
  tx: Db,
  { user_email: email, created_at: now }: Pick<PaymentRecord, 'user_email' | 'created_at'>,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from payments
      where lower(user_email) = lower(${email}) and created_at > ${new Date(now.getTime() - HOUR_MS)}
      limit ${ORDERS_PER_HOUR_MAX + 1}
    ) made`.execute(tx)
  return (rows[0]?.count ?? 0) <= ORDERS_PER_HOUR_MAX
}
