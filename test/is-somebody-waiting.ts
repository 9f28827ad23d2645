import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Whether a query of this database, or as many as given, wait for another one's lock; to be awaited by `until`. */
export async function isSomebodyWaiting(db: Db, count = 1): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return (rows[0]?.waiting ?? 0) >= count
}
