import type { Db } from '#server/db/database.ts'
import type { OrderFacts, StoredMail } from '#server/mail/mail-facts.ts'
import { queueMails, type QueuedMail } from '#server/mail/queue-mail.ts'
import { isLanguage } from '#shared/languages.ts'
import type { PaymentRecord } from './payment-record.ts'

/** The content of a mail to the buyer about an order. */
export type OrderMail = Extract<StoredMail, { readonly facts: OrderFacts }>

/**
 * Queues a mail to an order's buyer, in the order's language and in the caller's transaction. An order whose personal data
 * are erased gets none: its address is gone. Its page stays readable with the second secret.
 *
 * @param dedupeKey at most one mail is queued for each key.
 */
export async function mailOrder(
  tx: Db,
  record: PaymentRecord,
  mail: OrderMail,
  dedupeKey = `${mail.template}:${record.id}`,
): Promise<void> {
  await queueMails(tx, toQueued(record, mail, dedupeKey))
}

/** Queues a mail about each of several orders like {@link mailOrder}, in one statement. */
export async function mailOrders(
  tx: Db,
  mails: readonly { readonly record: PaymentRecord; readonly mail: OrderMail }[],
): Promise<void> {
  await queueMails(
    tx,
    mails.flatMap(({ record, mail }) => toQueued(record, mail, `${mail.template}:${record.id}`)),
  )
}

function toQueued(record: PaymentRecord, mail: OrderMail, dedupeKey: string): readonly QueuedMail[] {
  if (record.user_email === null) return []
  if (!isLanguage(record.language)) throw new Error(`payment ${record.id} has an unknown language`)
  return [
    { ...mail, dedupeKey, language: record.language, recipient: record.user_email, paymentId: record.id },
  ]
}
