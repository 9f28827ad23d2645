import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Mails } from '#server/db/schema.ts'
import { writeStoredMail } from '#server/mail/send-mail.ts'
import type { WrittenMail } from '#server/mail/write-mail.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'

/** A mail in the demo's mailbox. */
export interface MailboxEntry {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Empty for a mail in plain text only. */
  readonly html: string
  readonly images: WrittenMail['images']
  readonly sentAt: string
  readonly messageId: string
}

const SHOWN = 200

/** Reads the mails that were sent, newest first. They are rendered again from their facts and the keys of their order. */
export async function readMailbox(db: Db, settings: MailSettings): Promise<readonly MailboxEntry[]> {
  const mails = await selectSent(db)
    .orderBy('sent_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute()
  const entries: MailboxEntry[] = []
  for (const mail of mails) entries.push(await toEntry(db, mail, settings))
  return entries
}

/** Reads one mail that was sent, by its Message-ID without the angle brackets. */
export async function readSentMail(
  db: Db,
  messageId: string,
  settings: MailSettings,
): Promise<MailboxEntry | undefined> {
  const mail = await selectSent(db).where('message_id', '=', messageId).executeTakeFirst()
  return mail === undefined ? undefined : toEntry(db, mail, settings)
}

function selectSent(db: Db) {
  return db.selectFrom('mails').selectAll().where('sent_at', 'is not', null).where('erased_at', 'is', null)
}

async function toEntry(db: Db, mail: Selectable<Mails>, settings: MailSettings): Promise<MailboxEntry> {
  const { subject, text, html, images } = await writeStoredMail(db, mail, settings)
  return {
    to: mail.recipient,
    subject,
    text,
    html: html ?? '',
    images,
    sentAt: mail.sent_at?.toISOString() ?? '',
    messageId: `<${mail.message_id}>`,
  }
}
