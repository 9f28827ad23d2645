import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/**
 * After the clock was set back, what waits for a time that was counted by the wrong clock would wait for as long as the
 * clock was ahead: it becomes due that much earlier. In several processes at once it becomes due earlier still.
 *
 * @param byMs how far the clock was set back.
 */
export async function pullDueTimes(db: Db, byMs: number, now: Date): Promise<void> {
  const earlier = sql`make_interval(secs => ${byMs / 1000})`
  await db.transaction().execute(async (tx) => {
    await sql`
      update mails set next_attempt_at = next_attempt_at - ${earlier} where id in (
        select id from mails where sent_at is null and next_attempt_at > ${now} for update skip locked)`.execute(
      tx,
    )
    await sql`
      update webhook_deliveries set next_attempt_at = next_attempt_at - ${earlier} where id in (
        select id from webhook_deliveries
        where delivered_at is null and given_up_at is null and next_attempt_at > ${now} for update skip locked)`.execute(
      tx,
    )
    await sql`update webhook_endpoints set retry_at = retry_at - ${earlier} where retry_at > ${now}`.execute(
      tx,
    )
  })
}

/** Longer than a mail, and a delivery of a webhook, ever waits for its next attempt. */
const MAIL_WAITS_MAX = sql`interval '65 minutes'`
const DELIVERY_WAITS_MAX = sql`interval '5 hours'`

/** At the start, when nobody knows how far the clock was set back meanwhile: no time can be as far ahead as these. */
export async function pullImpossibleTimes(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      update mails set next_attempt_at = ${now} where id in (
        select id from mails where sent_at is null and next_attempt_at > ${now}::timestamptz + ${MAIL_WAITS_MAX}
        for update skip locked)`.execute(tx)
    await sql`
      update webhook_deliveries set next_attempt_at = ${now} where id in (
        select id from webhook_deliveries where delivered_at is null and given_up_at is null
          and next_attempt_at > ${now}::timestamptz + ${DELIVERY_WAITS_MAX} for update skip locked)`.execute(
      tx,
    )
    await sql`
      update webhook_endpoints set retry_at = ${now}
      where retry_at > ${now}::timestamptz + ${DELIVERY_WAITS_MAX}`.execute(tx)
  })
}
