import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { MAIL_CONTENT_KEPT_S, SUPPORT_MAIL_KEPT_S } from '#shared/constants.ts'

/** The columns that an erasure overwrites; the template and the times stay. */
const ERASED = { recipient: '', reply_to: null, facts: '{}' } as const
/** Mails per statement, so that no statement locks many rows for long. */
const BATCH = 2000

/** Erases an order's mails, in the caller's transaction: sent ones lose their content, unsent ones are deleted. */
export async function eraseMailsOf(tx: Db, orderId: string, now: Date): Promise<void> {
  // a mail that is being sent is locked: this statement waits, and then finds it sent
  await tx.deleteFrom('mails').where('payment_id', '=', orderId).where('sent_at', 'is', null).execute()
  await tx
    .updateTable('mails')
    .set({ ...ERASED, erased_at: now })
    .where('payment_id', '=', orderId)
    .where('erased_at', 'is', null)
    .execute()
}

/**
 * Whether a mail of a locked order is being sent now. The mail's row stays locked until the mail server answers, which may
 * take minutes: too long to keep the order locked, since money may arrive for it.
 */
export async function isMailBeingSent(tx: Db, orderId: string): Promise<boolean> {
  const unsent = sql`select from mails where payment_id = ${orderId} and sent_at is null`
  const { rows } = await sql<{ is_sending: boolean }>`
    select (select count(*) from (${unsent}) waiting)
      > (select count(*) from (${unsent} for update skip locked) free) as is_sending`.execute(tx)
  return rows[0]?.is_sending !== false
}

/** Deletes a person's messages to support that were sent, and returns their number. Unsent ones stay. */
export async function eraseSupportMailsFrom(tx: Db, email: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('sent_at', 'is not', null)
    .where(isSupportMailFrom(email))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Erases mails to a person that belong to no order or sale, or to an erased one, and returns their number. */
export async function eraseMailsTo(tx: Db, email: string, now: Date): Promise<number> {
  const isTheirs = sql<boolean>`lower(recipient) = lower(${email}) and template <> 'support'
    and (template <> 'keys-elsewhere' or exists (
      select from external_orders o where o.id = (facts ->> 'externalOrderId')::uuid and o.erased_at is not null))
    and (payment_id is null or exists (select from payments p where p.id = payment_id and p.erased_at is not null))`
  const deleted = await tx.deleteFrom('mails').where('sent_at', 'is', null).where(isTheirs).executeTakeFirst()
  const erased = await tx
    .updateTable('mails')
    .set({ ...ERASED, erased_at: now })
    .where('erased_at', 'is', null)
    .where(isTheirs)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows + erased.numUpdatedRows)
}

/**
 * The condition for support mails written by a person. Their recipient is the studio; the author is in the reply-to and
 * the facts.
 */
export function isSupportMailFrom(email: string) {
  return sql<boolean>`template = 'support'
    and (lower(reply_to) = lower(${email}) or lower(facts ->> 'email') = lower(${email}))`
}

/** Deletes old support mails and erases the content of other old mails. Safe to run again, also concurrently. */
export async function eraseOldMails(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const sentBefore = (keptS: number) => new Date(now.getTime() - keptS * 1000)
  await inBatches(
    BATCH,
    () =>
      sql`
    delete from mails where id in (
      select id from mails where sent_at < ${sentBefore(SUPPORT_MAIL_KEPT_S)} and template like 'support%'
      limit ${BATCH} for update skip locked
    )`.execute(db),
    signal,
  )
  await inBatches(
    BATCH,
    () =>
      sql`
    update mails set recipient = '', reply_to = null, facts = '{}', erased_at = ${now} where id in (
      select id from mails where sent_at < ${sentBefore(MAIL_CONTENT_KEPT_S)} and erased_at is null
      limit ${BATCH} for update skip locked
    )`.execute(db),
    signal,
  )
}
