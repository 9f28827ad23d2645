import { sql, type Selectable } from 'kysely'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Mails } from '#server/db/schema.ts'
import { isLanguage } from '#shared/languages.ts'
import type { MailContent } from './mail-facts.ts'
import { MailRefusedError } from './mail-refused-error.ts'
import type { MailTransport } from './mail-transport.ts'
import type { MailSetting } from './letter.ts'
import { writeMail, type WrittenMail } from './write-mail.ts'

export interface Outbox {
  readonly db: Db
  readonly clock: Clock
  /** Null in a demo without SMTP: mails count as sent, and stay in the mailbox. */
  readonly transport: MailTransport | null
  readonly setting: MailSetting
}

/** How sending one mail went. `none`: no mail is due. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly mailId: string; readonly attempts: number; readonly error: Error }
  | { readonly kind: 'none' }

const LEAST_PAUSE_S = 60
const MOST_PAUSE_S = 3600

/**
 * Sends one mail that is due. Its row stays locked meanwhile, so that no other process takes it; where this one dies, the
 * lock goes with it and the mail is sent again, with the same Message-ID.
 *
 * @param stop ends the try; the mail is tried again later.
 */
export async function sendMail(
  { db, clock, transport, setting }: Outbox,
  stop?: AbortSignal,
): Promise<SendOutcome> {
  return db.transaction().execute(async (tx) => {
    const mail = await claimMail(tx, clock())
    if (mail === undefined) return { kind: 'none' } as const
    const messageId = completeMessageId(mail.message_id, setting)
    const attempts = mail.attempts + 1
    const error = await tryToSend(mail, messageId, { transport, setting }, stop)
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

/** Keys leave before anything else: a server that is slow to take other mails must not keep a buyer from what he paid for. */
function claimMail(tx: Db, now: Date) {
  return tx
    .selectFrom('mails')
    .selectAll()
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
  mail: Selectable<Mails>,
  messageId: string,
  { transport, setting }: Pick<Outbox, 'transport' | 'setting'>,
  stop: AbortSignal | undefined,
): Promise<Error | null> {
  try {
    const written = writtenMail(mail, setting)
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
    // a mail that cannot be written must not stop the others either
    if (error instanceof Error) return error
    throw error
  }
}

function failureOf(error: Error): Pick<Selectable<Mails>, 'failed_as' | 'failed_reply'> {
  if (!(error instanceof MailRefusedError)) return { failed_as: 'unwritable', failed_reply: null }
  return { failed_as: error.isUnreachable ? 'unreachable' : 'refused', failed_reply: error.reply }
}

/** Words a stored mail, for sending and for the mailbox alike. */
export function writtenMail(mail: Selectable<Mails>, setting: MailSetting): WrittenMail {
  const content = { template: mail.template, facts: mail.facts } as unknown as MailContent
  return writeMail(content, isLanguage(mail.language) ? mail.language : 'en', setting)
}

/** The host is added once, so that a later change of the public URL gives no second Message-ID. */
function completeMessageId(messageId: string, { publicUrl }: MailSetting): string {
  return messageId.includes('@') ? messageId : `${messageId}@${new URL(publicUrl()).hostname}`
}

/** 1, 2, 4 … minutes, an hour at most, without end. */
function retryAt(attempts: number, now: Date): Date {
  const pauseS = Math.min(MOST_PAUSE_S, LEAST_PAUSE_S * 2 ** Math.min(attempts - 1, 10))
  return new Date(now.getTime() + pauseS * 1000)
}

/** Whether other mails would fare no better now. */
export function isUnreachable(outcome: SendOutcome): boolean {
  return outcome.kind === 'failed' && outcome.error instanceof MailRefusedError && outcome.error.isUnreachable
}

/** Makes every mail due that failed because of the mail server, once it is back. What was refused waits on. */
export async function retryAllNow(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_attempt_at: now })
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '>', now)
    .where('failed_as', '=', 'unreachable')
    .execute()
}
