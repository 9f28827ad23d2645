import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Mails } from '#server/db/schema.ts'
import { keysOf } from '#server/keys/claim-keys.ts'
import { writeStoredMail } from '#server/mail/send-mail.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'

/** A mail in the demo's mailbox. */
export interface MailboxEntry {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Empty for a mail in plain text only. */
  readonly html: string
  readonly sentAt: string
  readonly messageId: string
}

const SHOWN = 200

/** Reads the mails that were sent, newest first. They are rendered again from their facts and the keys of their order. */
export async function readMailbox(db: Db, settings: MailSettings): Promise<readonly MailboxEntry[]> {
  const mails = await db
    .selectFrom('mails')
    .selectAll()
    .where('sent_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute()
  const entries: MailboxEntry[] = []
  for (const mail of mails) {
    const { subject, text, html } = writeStoredMail(await withKeys(db, mail), settings)
    entries.push({
      to: mail.recipient,
      subject,
      text,
      html: html ?? '',
      sentAt: mail.sent_at?.toISOString() ?? '',
      messageId: `<${mail.message_id}>`,
    })
  }
  return entries
}

/** A mail that was sent no longer holds its keys. */
async function withKeys(db: Db, mail: Selectable<Mails>): Promise<Selectable<Mails>> {
  if (mail.template !== 'keys') return mail
  const facts = mail.facts as unknown as MailFacts['keys']
  return { ...mail, facts: { ...facts, keys: [...(await keysOf(db, facts.paymentId))] } }
}
