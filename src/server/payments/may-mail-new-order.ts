import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { PaymentRecord } from './payment-record.ts'

/** Per e-mail address. */
const ORDERS_PER_HOUR_MAX = 10
const HOUR_MS = 3_600_000

/**
 * Whether the "order received" mail may be sent to an order's address. The limit keeps one person from filling another's
 * mailbox by entering their address repeatedly. It affects neither the order nor its mails about money, keys and refunds.
 *
 * @param record inserted in this transaction.
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
    ) recent`.execute(tx)
  return (rows[0]?.count ?? 0) <= ORDERS_PER_HOUR_MAX
}
