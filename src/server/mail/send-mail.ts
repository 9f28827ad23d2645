import { sql, type Selectable } from 'kysely'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Mails } from '#server/db/schema.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import type { MailContent, StoredMail } from './mail-facts.ts'
import { MailRefusedError } from './mail-refused-error.ts'
import type { MailTransport } from './mail-transport.ts'
import type { MailSettings } from './mail-draft.ts'
import { writeMail, type WrittenMail } from './write-mail.ts'

export interface SendMailDeps {
  readonly db: Db
  readonly clock: Clock
  /** Null in a demo without SMTP: mails are marked as sent and can be read in the mailbox. */
  readonly transport: MailTransport | null
  readonly settings: MailSettings
}

/** The result of sending one mail. `none`: no mail is due. `dropped`: its keys were taken back meanwhile. */
export type SendOutcome =
  | { readonly kind: 'sent' | 'dropped' }
  | { readonly kind: 'failed'; readonly mailId: string; readonly attempts: number; readonly error: Error }
  | { readonly kind: 'none' }

const MIN_RETRY_S = 60
const MAX_RETRY_S = 3600

/**
 * Sends one mail that is due. Its row stays locked meanwhile, so that no other process sends it. If this process dies,
 * the lock is released and the mail is sent again, with the same Message-ID.
 *
 * @param stop aborts the attempt; the mail is retried later.
 * @param onClaimed is told, before the mail is sent, whether no other mail is due.
 */
export async function sendMail(
  { db, clock, transport, settings }: SendMailDeps,
  stop?: AbortSignal,
  onClaimed?: (isLast: boolean) => void,
): Promise<SendOutcome> {
  return db.transaction().execute(async (tx) => {
    const mail = await claimMail(tx, clock())
    if (mail === undefined) return { kind: 'none' } as const
    onClaimed?.(mail.is_last)
    const messageId = completeMessageId(mail.message_id, settings)
    const attempts = mail.attempts + 1
    const error = await tryToSend(tx, mail, messageId, { transport, settings }, stop)
    if (error === 'no-keys') {
      await tx.deleteFrom('mails').where('id', '=', mail.id).execute()
      return { kind: 'dropped' } as const
    }
    const outcome =
      error === null
        ? { sent_at: clock(), failed_as: null, failed_reply: null }
        : { next_attempt_at: retryAt(attempts, clock()), ...failureOf(error) }
    await tx
      .updateTable('mails')
      .set({ attempts, message_id: messageId, ...outcome })
      .where('id', '=', mail.id)
      .execute()
    return error === null ? ({ kind: 'sent' } as const) : { kind: 'failed', mailId: mail.id, attempts, error }
  })
}

/** Mails with keys go first, so that a slow mail server does not delay what a buyer has paid for. */
function claimMail(tx: Db, now: Date) {
  return tx
    .selectFrom('mails')
    .selectAll()
    .select(
      sql<boolean>`not exists (select from mails other where other.sent_at is null
        and other.next_attempt_at <= ${now} and other.id <> mails.id)`.as('is_last'),
    )
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .orderBy(sql`template = 'keys'`, 'desc')
    .orderBy('next_attempt_at')
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

async function tryToSend(
  tx: Db,
  mail: Selectable<Mails>,
  messageId: string,
  { transport, settings }: Pick<SendMailDeps, 'transport' | 'settings'>,
  stop: AbortSignal | undefined,
): Promise<Error | 'no-keys' | null> {
  try {
    const content = await contentOf(tx, mail, settings)
    if (content.template === 'keys' && content.facts.keys.length === 0) return 'no-keys'
    const written = writeMail(content, languageOf(mail), settings)
    const outgoing = {
      ...written,
      messageId: `<${messageId}>`,
      recipient: mail.recipient,
      replyTo: mail.reply_to,
      date: mail.created_at,
    }
    await transport?.send(outgoing, stop)
    return null
  } catch (error) {
    // a mail that cannot be rendered must not stop the others either
    if (error instanceof Error) return error
    throw error
  }
}

function failureOf(error: Error): Pick<Selectable<Mails>, 'failed_as' | 'failed_reply'> {
  if (!(error instanceof MailRefusedError)) return { failed_as: 'unwritable', failed_reply: null }
  return { failed_as: error.isUnreachable ? 'unreachable' : 'refused', failed_reply: error.reply }
}

/** Renders a stored mail, both for sending and for the demo's mailbox, with the keys that its order has now. */
export async function writeStoredMail(
  db: Db,
  mail: Selectable<Mails>,
  settings: MailSettings,
): Promise<WrittenMail> {
  return writeMail(await contentOf(db, mail, settings), languageOf(mail), settings)
}

/** What a mail says: its stored facts, and the keys of its order. */
async function contentOf(
  db: Db,
  { template, facts }: Selectable<Mails>,
  { readKeys }: MailSettings,
): Promise<MailContent> {
  const stored = { template, facts } as unknown as StoredMail
  if (stored.template !== 'keys') return stored
  return { ...stored, facts: { ...stored.facts, keys: await readKeys(db, stored.facts.paymentId) } }
}

function languageOf({ language }: Selectable<Mails>): Language {
  return isLanguage(language) ? language : 'en'
}

/** Adds the host once, so that a later change of the public URL does not change the Message-ID. */
function completeMessageId(messageId: string, { publicUrl }: MailSettings): string {
  return messageId.includes('@') ? messageId : `${messageId}@${new URL(publicUrl()).hostname}`
}

/** Retries after 1, 2, 4 … minutes, at most an hour apart, without end. */
function retryAt(attempts: number, now: Date): Date {
  const pauseS = Math.min(MAX_RETRY_S, MIN_RETRY_S * 2 ** Math.min(attempts - 1, 10))
  return new Date(now.getTime() + pauseS * 1000)
}

/** Whether other mails would fail now as well. */
export function isMailServerDown(outcome: SendOutcome): boolean {
  return outcome.kind === 'failed' && outcome.error instanceof MailRefusedError && outcome.error.isUnreachable
}

/** Makes every mail due that failed because the server was down. Mails the server rejected keep their retry time. */
export async function retryAllNow(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_attempt_at: now })
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '>', now)
    .where('failed_as', '=', 'unreachable')
    .execute()
}
