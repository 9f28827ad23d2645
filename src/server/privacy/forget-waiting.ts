import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { WAITING_CONFIRM_S, WAITING_KEPT_S, WAITING_MAIL_KEPT_S } from '#shared/constants.ts'

const BATCH = 2000

/**
 * Deletes what the waiting list no longer needs: entries that were not confirmed in time with the mails that ask for it,
 * entries whose edition has not come back, mails that were sent or that a server has refused for long, and old rounds. Safe to run again, also concurrently.
 */
export async function forgetWaiting(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = (keptS: number) => new Date(now.getTime() - keptS * 1000)
  await inBatches(
    BATCH,
    () =>
      sql`
    delete from waiting_list where id in (
      select id from waiting_list
      where confirmed_at < ${before(WAITING_KEPT_S)}
        or (confirmed_at is null and asked_at <= ${before(WAITING_CONFIRM_S)})
      limit ${BATCH} for update skip locked
    )`.execute(db),
    signal,
  )
  await inBatches(
    BATCH,
    () =>
      sql`
    delete from mails where id in (
      select id from mails
      where (template in ('waiting-confirm', 'waiting-stock') and sent_at < ${before(WAITING_MAIL_KEPT_S)})
        or (template = 'waiting-confirm' and sent_at is null and created_at <= ${before(WAITING_CONFIRM_S)})
        or (template = 'waiting-stock' and sent_at is null and created_at < ${before(WAITING_MAIL_KEPT_S)})
      limit ${BATCH} for update skip locked
    )`.execute(db),
    signal,
  )
  await db.deleteFrom('waiting_list_rounds').where('told_at', '<', before(WAITING_MAIL_KEPT_S)).execute()
}

/** Deletes a person's entries of the waiting list, and returns their number. */
export async function eraseWaitingOf(tx: Db, email: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('waiting_list')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
