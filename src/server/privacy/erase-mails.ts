import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { MAIL_CONTENT_KEPT_S, SUPPORT_MAIL_KEPT_S } from '#shared/constants.ts'
import { inBatches } from './in-batches.ts'

/** What is left of a mail: its reason and its times. */
const ERASED = { recipient: '', reply_to: null, facts: '{}' } as const
/** Mails a statement, so that none holds many rows for long. */
const BATCH = 2000

/** An order's mails: what has left loses its content, what waits is not sent any more. In the caller's transaction. */
export async function eraseMailsOf(tx: Db, orderId: string, now: Date): Promise<void> {
  // a mail being sent right now is locked: this waits, and then finds it sent
  await tx.deleteFrom('mails').where('payment_id', '=', orderId).where('sent_at', 'is', null).execute()
  await tx
    .updateTable('mails')
    .set({ ...ERASED, erased_at: now })
    .where('payment_id', '=', orderId)
    .where('erased_at', 'is', null)
    .execute()
}

/**
 * Whether a mail of a locked order is being sent right now. Its row stays locked until its server has answered, which may
 * take minutes: too long to hold the order, for which money may arrive.
 */
export async function isMailBeingSent(tx: Db, orderId: string): Promise<boolean> {
  const unsent = sql`select from mails where payment_id = ${orderId} and sent_at is null`
  const { rows } = await sql<{ is_leaving: boolean }>`
    select (select count(*) from (${unsent}) waiting)
      > (select count(*) from (${unsent} for update skip locked) free) as is_leaving`.execute(tx)
  return rows[0]?.is_leaving !== false
}

/** What a person wrote to support, once it has been sent on. @returns how many; those still waiting stay. */
export async function eraseSupportMailsFrom(tx: Db, email: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('sent_at', 'is not', null)
    .where(isSupportMailFrom(email))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Mails to a person that belong to no order, or to one that is erased. @returns how many. */
export async function eraseMailsTo(tx: Db, email: string, now: Date): Promise<number> {
  const isTheirs = sql<boolean>`lower(recipient) = lower(${email}) and template <> 'support'
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

/** A support mail goes to the studio; who wrote it stands in its reply-to and its facts. */
export function isSupportMailFrom(email: string) {
  return sql<boolean>`template = 'support'
    and (lower(reply_to) = lower(${email}) or lower(facts ->> 'email') = lower(${email}))`
}

/** Mails whose time is over: those of support are deleted, the others lose their content. Safe to run again, or twice at once. */
export async function eraseOldMails(db: Db, now: Date): Promise<void> {
  const sentBefore = (keptS: number) => new Date(now.getTime() - keptS * 1000)
  await inBatches(BATCH, () =>
    sql`
    delete from mails where id in (
      select id from mails where sent_at < ${sentBefore(SUPPORT_MAIL_KEPT_S)} and template like 'support%'
      limit ${BATCH} for update skip locked
    )`.execute(db),
  )
  await inBatches(BATCH, () =>
    sql`
    update mails set recipient = '', reply_to = null, facts = '{}', erased_at = ${now} where id in (
      select id from mails where sent_at < ${sentBefore(MAIL_CONTENT_KEPT_S)} and erased_at is null
      limit ${BATCH} for update skip locked
    )`.execute(db),
  )
}
