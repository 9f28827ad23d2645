import type { Db } from '#server/db/database.ts'
import { queueMail, type QueuedMail } from '#server/mail/queue-mail.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import { lockOrder } from '#server/payments/refund-record.ts'
import { RESEND_PAUSE_S } from '#shared/limits.ts'
import { isLanguage } from '#shared/languages.ts'

export type Repeated =
  | { readonly kind: 'repeated'; readonly template: string }
  | { readonly kind: 'not-found' | 'nothing' }
  | { readonly kind: 'too-soon'; readonly retryAfterS: number }

/** Sends an order's newest mail again, as it was, in the caller's transaction; once a minute at most. */
export async function repeatMail(tx: Db, orderId: string, now: Date): Promise<Repeated> {
  if ((await lockOrder(tx, orderId)) === null) return { kind: 'not-found' }
  const mail = await tx
    .selectFrom('mails')
    .selectAll()
    .where('payment_id', '=', orderId)
    .where('dedupe_key', 'not like', 'repeat:%')
    .where('erased_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (mail === undefined) return { kind: 'nothing' }
  const repeats = await tx
    .selectFrom('payment_events')
    .select('at')
    .where('payment_id', '=', orderId)
    .where('kind', '=', 'mail_repeated')
    .orderBy('id', 'desc')
    .execute()
  const sinceS = repeats[0] === undefined ? Infinity : (now.getTime() - repeats[0].at.getTime()) / 1000
  if (sinceS < RESEND_PAUSE_S) return { kind: 'too-soon', retryAfterS: Math.ceil(RESEND_PAUSE_S - sinceS) }
  await queueMail(tx, {
    template: mail.template,
    facts: mail.facts,
    dedupeKey: `repeat:${String(repeats.length + 1)}:${orderId}`,
    language: isLanguage(mail.language) ? mail.language : 'en',
    recipient: mail.recipient,
    paymentId: orderId,
    // stored as this very mail was
  } as unknown as QueuedMail)
  await recordEvent(tx, orderId, now, 'mail_repeated', { template: mail.template })
  return { kind: 'repeated', template: mail.template }
}
