import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { sendLater } from '#server/db/together.ts'
import { announce } from '#server/live/announce.ts'
import type { Language } from '#shared/languages.ts'
import type { StoredMail } from './mail-facts.ts'

export type QueuedMail = StoredMail & {
  /** Identifies the mail by its reason, such as `keys:<payment id>`; a second mail with the same key is not queued. */
  readonly dedupeKey: string
  readonly language: Language
  readonly recipient: string
  readonly replyTo?: string
  readonly paymentId?: string
  /** The `dedupeKey` of the mail whose thread it continues. */
  readonly continues?: string
}

/** Adds a mail to the outbox in the caller's transaction: it is sent if that commits, and only once per `dedupeKey`. */
export async function queueMail(db: Db, mail: QueuedMail): Promise<void> {
  await queueMails(db, [mail])
}

/** Adds several mails to the outbox like {@link queueMail}, in one statement. */
export async function queueMails(db: Db, mails: readonly QueuedMail[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({
    dedupe_key: mail.dedupeKey,
    message_id: messageIdFor(mail.dedupeKey),
    template: mail.template,
    language: mail.language,
    recipient: mail.recipient,
    reply_to: mail.replyTo ?? null,
    facts: JSON.stringify(mail.facts),
    payment_id: mail.paymentId ?? null,
    in_reply_to: mail.continues === undefined ? null : messageIdFor(mail.continues),
    // due at once, whatever the clock of the sending process
    next_attempt_at: new Date(0),
  }))
  const queued = db
    .insertInto('mails')
    .values(rows)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
  await sendLater(db, queued.compile())
  await announce(db, 'mails')
}

/** The part before the @; the host is added on the first attempt and kept from then on. */
function messageIdFor(dedupeKey: string): string {
  return createHash('sha256').update(`mail ${dedupeKey}`).digest('hex').slice(0, 40)
}
