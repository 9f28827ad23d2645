import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { mergeReserved, type HighWaterMark } from './high-water-mark.ts'
import type { DatabaseFigures } from './judge-database.ts'

/** What is compared of a database, without its server. */
export async function readFigures(
  db: Db,
  mark: HighWaterMark | null,
): Promise<Omit<DatabaseFigures, 'systemId' | 'timeline'>> {
  const events = mark?.newestEvents ?? []
  const { rows } = await sql<{
    id: string
    reserved: HighWaterMark['reserved']
    recovering: HighWaterMark['reserved'] | null
    recovered: string[]
    lacks_events: boolean
  }>`
    select i.database_id as id,
      (select coalesce(jsonb_object_agg(fingerprint, next_index), '{}') from wallets) as reserved,
      (select reserved from recoveries where finished_at is null) as recovering,
      array(select previous_database_id::text from recoveries union select unnest(covered_database_ids)::text from recoveries) as recovered,
      exists (
        select from unnest(${events.map(({ id }) => id)}::bigint[], ${events.map(({ at }) => at)}::timestamptz[]) known (id, at)
        where not exists (
          select from payment_events e where e.id = known.id and date_trunc('milliseconds', e.at) = known.at)
          and not exists (
            select from external_orders o
            where o.event_id = known.id and date_trunc('milliseconds', o.created_at) = known.at)) as lacks_events
    from installation i`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('expected a stamped database')
  return {
    databaseId: row.id,
    reserved: mergeReserved(row.reserved, row.recovering ?? {}),
    lacksEvents: row.lacks_events,
    recovered: new Set(row.recovered),
  }
}

/** How many events a mark names: more than can be committed at the same moment. */
export const EVENTS_OF_MARK = 16

/** The newest events of orders and of sales made elsewhere, oldest first. */
export async function readNewestEvents(db: Db): Promise<HighWaterMark['newestEvents']> {
  const { rows } = await sql<{ id: bigint; at: Date }>`
    select id, at from (
      (select id, at from payment_events order by id desc limit ${EVENTS_OF_MARK})
      union all
      (select event_id, created_at from external_orders order by event_id desc limit ${EVENTS_OF_MARK})
    ) events order by id desc limit ${EVENTS_OF_MARK}`.execute(db)
  return rows.map(({ id, at }) => ({ id: String(id), at: at.toISOString() })).toReversed()
}
