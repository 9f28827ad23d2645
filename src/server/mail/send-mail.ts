import type { DbDeps } from '#server/db/db-deps.ts'
import { sql, type Selectable } from 'kysely'
import { MAIL } from '#server/runtime/work-channels.ts'
import type { Db } from '#server/db/database.ts'
import { keepOpen } from '#server/db/keep-open.ts'
import type { Mails } from '#server/db/schema.ts'
import { isLanguage, offeredLanguage, type Language } from '#shared/languages.ts'
import { MAIL_READERS, type MailContent, type StoredMail } from './mail-facts.ts'
import { MailRefusedError } from './mail-refused-error.ts'
import type { MailTransport } from './mail-transport.ts'
import type { MailSettings } from './mail-draft.ts'
import { writeMail, type WrittenMail } from './write-mail.ts'

export interface SendMailDeps extends DbDeps {
  /** Null in a demo without SMTP: mails are marked as sent and can be read in the mailbox. */
  readonly transport: MailTransport | null
  readonly settings: MailSettings
  /** Called before mails leave: what the shop has promised must be remembered outside the database by then. */
  readonly beforeLeaving?: () => Promise<void>
}

/** The result of sending one mail. `dropped`: its keys were taken back meanwhile. */
export type SendOutcome =
  | { readonly kind: 'sent' | 'dropped' }
  | {
      readonly kind: 'failed'
      readonly mailId: string
      /** Undefined if the mail is about no order. */
      readonly orderId: string | undefined
      readonly attempts: number
      readonly error: Error
    }

const MIN_RETRY_S = 60
const MAX_RETRY_S = 3600
/** What was sent for longer than this is recorded before another mail is sent. */
const RECORD_AFTER_MS = 500

/** How {@link sendMails} sends. */
export interface SendMailsOptions {
  /** How many mails at most; one unless given. */
  readonly most?: number
  /** Aborts the attempt; the mail is retried later. */
  readonly stop?: AbortSignal
  /** Told, before anything is sent, whether no other mail is due. */
  readonly onClaimed?: (isLast: boolean) => void
  /** Told before each mail. */
  readonly onSending?: () => void
}

/** What {@link sendMails} did. */
export interface SentMails {
  /** One for each mail; none if no mail is due. */
  readonly outcomes: readonly SendOutcome[]
  /** Whether mails that were due are left. */
  readonly hasLeft: boolean
}

/**
 * Sends mails that are due, one after the other. Their rows stay locked meanwhile, so that no other process sends them. If
 * this process dies, the locks are released and the mails are sent again, with the same Message-IDs: also those that
 * were sent and not yet recorded. After one that fails, or after half a second, what was done is recorded, and the rest is
 * left.
 */
export async function sendMails(
  { db, clock, transport, settings, beforeLeaving }: SendMailDeps,
  { most = 1, stop, onClaimed, onSending }: SendMailsOptions = {},
): Promise<SentMails> {
  return db.transaction().execute(async (tx) => {
    const mails = await claimMails(tx, clock(), most)
    const [first] = mails
    if (first === undefined) return { outcomes: [], hasLeft: false }
    onClaimed?.(first.is_last)
    // nothing is read between two mails: an error of the database would undo the record of those that were sent
    const readable = []
    for (const mail of mails) readable.push({ mail, content: await tryToRead(tx, mail, settings) })
    await beforeLeaving?.()
    const attempts: Attempt[] = []
    const startedAt = performance.now()
    for (const { mail, content } of readable) {
      onSending?.()
      const messageId = completeMessageId(mail.message_id, settings)
      const error = await keepOpen(tx, () =>
        tryToSend(mail, content, messageId, { transport, settings, clock }, stop),
      )
      attempts.push({ mail, messageId, error, at: clock() })
      if (error !== null && error !== 'no-keys') break
      if (stop?.aborted === true || performance.now() - startedAt > RECORD_AFTER_MS) break
    }
    await recordAttempts(tx, attempts)
    return { outcomes: attempts.map(toOutcome), hasLeft: attempts.length < mails.length }
  })
}

/** One attempt to send a mail. */
interface Attempt {
  readonly mail: Selectable<Mails>
  /** Without angle brackets. */
  readonly messageId: string
  readonly error: Error | 'no-keys' | null
  readonly at: Date
}

/**
 * Mails with keys go first, so that a slow mail server does not delay what a buyer has paid for. Until a recovery is finished
 * they wait: the database that was lost may have sent them.
 */
async function claimMails(tx: Db, now: Date, most: number) {
  const { rows } = await sql<Selectable<Mails> & { readonly is_last: boolean }>`
    with claimed as (
      select * from mails where sent_at is null and next_attempt_at <= ${now}
        and (template not in ('keys', 'keys-elsewhere') or not exists (select from recoveries where finished_at is null))
      order by template in ('keys', 'keys-elsewhere') desc, next_attempt_at, created_at limit ${most} for update skip locked
    )
    select claimed.*, not exists (
      select from mails other where other.sent_at is null and other.next_attempt_at <= ${now}
        and other.id not in (select id from claimed)
    ) as is_last from claimed
    order by template in ('keys', 'keys-elsewhere') desc, next_attempt_at, created_at`.execute(tx)
  return rows
}

async function recordAttempts(tx: Db, attempts: readonly Attempt[]): Promise<void> {
  const dropped = attempts.filter(({ error }) => error === 'no-keys').map(({ mail }) => mail.id)
  if (dropped.length > 0) await tx.deleteFrom('mails').where('id', 'in', dropped).execute()
  const rows = attempts.filter(({ error }) => error !== 'no-keys').map(rowOf)
  if (rows.length === 0) return
  await sql`
    update mails set attempts = v.attempts, message_id = v.message_id, sent_at = v.sent_at,
      next_attempt_at = v.next_attempt_at, failed_as = v.failed_as, failed_reply = v.failed_reply
    from jsonb_populate_recordset(null::mails, ${JSON.stringify(rows)}::jsonb) v where mails.id = v.id`.execute(
    tx,
  )
}

/** The columns that an attempt writes. */
function rowOf({ mail, messageId, error, at }: Attempt) {
  const attempts = mail.attempts + 1
  const attempted = { id: mail.id, attempts, message_id: messageId }
  if (!(error instanceof Error))
    return { ...attempted, sent_at: at, next_attempt_at: mail.next_attempt_at, ...NO_FAILURE }
  return { ...attempted, sent_at: null, next_attempt_at: retryAt(attempts, at), ...failureOf(error) }
}

function toOutcome({ mail, error }: Attempt): SendOutcome {
  if (error === null) return { kind: 'sent' }
  if (error === 'no-keys') return { kind: 'dropped' }
  const orderId = mail.payment_id ?? undefined
  return { kind: 'failed', mailId: mail.id, orderId, attempts: mail.attempts + 1, error }
}

/** @returns a mail's content, or the error that makes it unreadable. */
async function tryToRead(
  tx: Db,
  mail: Selectable<Mails>,
  settings: MailSettings,
): Promise<MailContent | Error> {
  try {
    return await contentOf(tx, mail, settings)
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

async function tryToSend(
  mail: Selectable<Mails>,
  content: MailContent | Error,
  messageId: string,
  { transport, settings, clock }: Pick<SendMailDeps, 'transport' | 'settings' | 'clock'>,
  stop: AbortSignal | undefined,
): Promise<Attempt['error']> {
  if (content instanceof Error) return content
  if ('keys' in content.facts && content.facts.keys.length === 0) return 'no-keys'
  try {
    const queuedForMs = clock().getTime() - mail.created_at.getTime()
    const written = writeMail(content, languageOf(mail, content, settings), settings)
    const outgoing = {
      ...written,
      messageId: `<${messageId}>`,
      inReplyTo: mail.in_reply_to === null ? null : `<${completeMessageId(mail.in_reply_to, settings)}>`,
      recipient: mail.recipient,
      replyTo: mail.reply_to,
      date: mail.created_at,
    }
    const facts = { template: mail.template, orderId: mail.payment_id, queuedForMs }
    await MAIL.tracePromise(async () => transport?.send(outgoing, stop), facts)
    return null
  } catch (error) {
    // a mail that cannot be rendered must not stop the others either
    if (error instanceof Error) return error
    throw error
  }
}

const NO_FAILURE = { failed_as: null, failed_reply: null } as const

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
  const content = await contentOf(db, mail, settings)
  return writeMail(content, languageOf(mail, content, settings), settings)
}

/** What a mail says: its stored facts, and the keys of its order. */
async function contentOf(
  db: Db,
  { template, facts }: Selectable<Mails>,
  { readKeys, readKeysElsewhere, readFiles }: MailSettings,
): Promise<MailContent> {
  const stored = { template, facts } as unknown as StoredMail
  if (stored.template === 'keys-elsewhere') {
    const keys = await readKeysElsewhere(db, stored.facts.externalOrderId)
    return { ...stored, facts: { ...stored.facts, keys } }
  }
  if (stored.template !== 'keys') return stored
  const { paymentId: id, edition } = stored.facts
  const keys = await readKeys(db, id)
  const files = (await readFiles?.(db, { id, edition })) ?? []
  return { ...stored, facts: { ...stored.facts, keys, files } }
}

/** The stored language; of a buyer's mail the shop's default one if that is no longer offered. */
function languageOf(
  { language }: Selectable<Mails>,
  { template }: MailContent,
  { languages }: MailSettings,
): Language {
  if (MAIL_READERS[template] === 'buyer') return offeredLanguage(language, languages)
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

/** Whether the server was there and did not take the mail. */
export function isRefused(outcome: SendOutcome): boolean {
  return (
    outcome.kind === 'failed' && outcome.error instanceof MailRefusedError && !outcome.error.isUnreachable
  )
}

/** Makes every mail due that failed in one of these ways, but for those that another process is sending. */
export async function retryAllNow(
  db: Db,
  failedAs: readonly ('unreachable' | 'refused')[],
  now: Date,
): Promise<void> {
  await sql`
    update mails set next_attempt_at = ${now} where id in (
      select id from mails where sent_at is null and next_attempt_at > ${now} and failed_as = any(${[...failedAs]})
      for update skip locked)`.execute(db)
}
