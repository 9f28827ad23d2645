import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { RATE_NEAR_S, RATES_KEPT_S, RATES_WHOLE_S } from '#shared/constants.ts'

const BATCH = 10_000

/**
 * Prunes stored rates: all are kept for 30 days, then the first of every ten minutes, so that late money found in old blocks
 * still has a rate; all are deleted after 400 days. Orders, late transfers and refunds store the rates they used, so no row
 * refers to these.
 */
export async function pruneRates(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = (keptS: number) => new Date(now.getTime() - keptS * 1000)
  await inBatches(
    BATCH,
    () =>
      sql`
    delete from rates where (coin, at) in (
      select coin, at from rates where at < ${before(RATES_KEPT_S)} order by coin, at limit ${BATCH}
    )`.execute(db),
    signal,
  )
  const step = sql`${RATE_NEAR_S} * interval '1 second'`
  await inBatches(
    BATCH,
    () =>
      sql`
    delete from rates where (coin, at) in (
      select r.coin, r.at from rates r
      where r.at < ${before(RATES_WHOLE_S)} and exists (
        select from rates first
        where first.coin = r.coin and first.at < r.at and first.at >= date_bin(${step}, r.at, timestamptz 'epoch')
      )
      order by r.coin, r.at limit ${BATCH}
    )`.execute(db),
    signal,
  )
}
