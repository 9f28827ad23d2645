import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Whether a query of this database waits for another one's lock; to be awaited by `until`. */
export async function isSomebodyWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting
  `.execute(db)
  return rows[0]?.waiting === true
}
