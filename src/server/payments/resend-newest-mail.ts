import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Mails } from '#server/db/schema.ts'
import { hasKeys } from '#server/keys/claim-keys.ts'
import { queueMail, type QueuedMail } from '#server/mail/queue-mail.ts'
import { RESEND_PAUSE_S } from '#shared/constants.ts'
import { isLanguage } from '#shared/languages.ts'
import { resendKeys } from './deliver-order.ts'
import { recordEvent } from './payment-event.ts'
import { lockOrder } from './lock-order.ts'

/** The outcome of {@link resendNewestMail}. `nothing`: there is no mail to send again. */
export type ResendResult =
  | { readonly kind: 'repeated'; readonly template: string }
  | { readonly kind: 'not-found' | 'nothing' }
  | { readonly kind: 'too-soon'; readonly retryAfterS: number }

/**
 * Sends an order's current keys again, or, if it has none, its newest mail unchanged. Runs in the caller's transaction, at
 * most once in `pauseS` seconds, a minute by default. An order whose data are erased gets no mail.
 */
export async function resendNewestMail(
  tx: Db,
  orderId: string,
  now: Date,
  pauseS = RESEND_PAUSE_S,
): Promise<ResendResult> {
  const order = await lockOrder(tx, orderId)
  if (order === null) return { kind: 'not-found' }
  const sendsKeys = order.user_email !== null && (await hasKeys(tx, orderId))
  const mail = sendsKeys ? undefined : await newestMail(tx, orderId)
  if (mail === undefined && !sendsKeys) return { kind: 'nothing' }
  const repeats = await tx
    .selectFrom('payment_events')
    .select('at')
    .where('payment_id', '=', orderId)
    .where('kind', '=', 'mail_repeated')
    .orderBy('id', 'desc')
    .execute()
  const sinceS = repeats[0] === undefined ? Infinity : (now.getTime() - repeats[0].at.getTime()) / 1000
  if (sinceS < pauseS) return { kind: 'too-soon', retryAfterS: Math.ceil(pauseS - sinceS) }
  const number = String(repeats.length + 1)
  if (mail === undefined) await resendKeys(tx, order, `repeat-${number}`)
  else await queueAgain(tx, orderId, mail, number)
  const template = mail?.template ?? 'keys'
  await recordEvent(tx, orderId, now, 'mail_repeated', { template })
  return { kind: 'repeated', template }
}

function newestMail(tx: Db, orderId: string): Promise<Selectable<Mails> | undefined> {
  return (
    tx
      .selectFrom('mails')
      .selectAll()
      .where('payment_id', '=', orderId)
      .where('dedupe_key', 'not like', 'repeat:%')
      .where('erased_at', 'is', null)
      // a recovery link is not about the order's state, and keys are not sent again once they were taken back
      .where('template', 'not in', ['recover', 'keys'])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

async function queueAgain(tx: Db, orderId: string, mail: Selectable<Mails>, number: string): Promise<void> {
  await queueMail(tx, {
    template: mail.template,
    facts: mail.facts,
    dedupeKey: `repeat:${number}:${orderId}`,
    language: isLanguage(mail.language) ? mail.language : 'en',
    recipient: mail.recipient,
    paymentId: orderId,
    // the row was written from a `QueuedMail`
  } as unknown as QueuedMail)
}
