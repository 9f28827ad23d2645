import { hashMailbox } from '#server/mail/hash-mailbox.ts'
import { resendNewestMail, type ResendResult } from '#server/payments/resend-newest-mail.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import type { OrderPageDeps } from './order-page-deps.ts'

/**
 * Sends an order's newest mail again, at most once a minute and a few times an hour. The caller must have checked the
 * order's second secret.
 *
 * @param client from `clientOf(request)`.
 */
export async function resendOrderMail(
  { db, clock, limits }: Pick<OrderPageDeps, 'db' | 'clock' | 'limits'>,
  order: Pick<PaymentRecord, 'id' | 'user_email'>,
  client: string,
): Promise<ResendResult> {
  const address = hashMailbox(order.user_email ?? order.id)
  for (const [bucket, who] of [['resend', client] as const, ['resend-address', address] as const]) {
    const taken = await limits.take(bucket, who)
    if (!taken.allowed) return { kind: 'too-soon', retryAfterS: taken.retryAfterS }
  }
  return db.transaction().execute((tx) => resendNewestMail(tx, order.id, clock()))
}
