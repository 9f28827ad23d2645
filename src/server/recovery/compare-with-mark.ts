import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { judgeDatabase, type DatabaseVerdict } from './judge-database.ts'
import {
  mergeMarks,
  readHighWaterMark,
  removeHighWaterMark,
  writeHighWaterMark,
  type HighWaterMark,
} from './high-water-mark.ts'
import { findOpenRecovery, startRecovery } from './recoveries.ts'

/** The database's own figures, as a mark records them. */
export async function readDatabaseMark(db: Db): Promise<HighWaterMark> {
  const { rows } = await sql<{
    id: string
    reserved: Readonly<Record<string, number>>
    event: bigint | null
    at: Date | null
  }>`
    select i.database_id as id,
      (select coalesce(jsonb_object_agg(fingerprint, next_index), '{}') from wallets) as reserved, e.id as event, e.at
    from installation i left join lateral (select id, at from payment_events order by id desc limit 1) e on true`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('expected a stamped database')
  return {
    version: 1,
    databaseId: row.id,
    reserved: row.reserved,
    newestEvent:
      row.event === null || row.at === null ? null : { id: String(row.event), at: row.at.toISOString() },
  }
}

/** Records the database's figures in the data folder; indexes that are already there never go back. */
export async function recordMark(db: Db, dataFolder: string): Promise<void> {
  const known = await readHighWaterMark(dataFolder)
  const merged = mergeMarks(known, await readDatabaseMark(db))
  if (JSON.stringify(merged) !== JSON.stringify(known)) await writeHighWaterMark(dataFolder, merged)
}

/**
 * Compares a database with the mark of the data folder, before the shop serves. A database that lacks orders the mark knows,
 * or another database than the mark's, begins a recovery. A demo may be given another database at any time.
 */
export async function compareWithMark(
  db: Db,
  { dataFolder, profile }: { readonly dataFolder: string; readonly profile: 'demo' | 'production' },
  now: Date,
): Promise<DatabaseVerdict> {
  const mark = await readHighWaterMark(dataFolder)
  const current = await readDatabaseMark(db)
  const finished = await db
    .selectFrom('recoveries')
    .select('previous_database_id')
    .where('finished_at', 'is not', null)
    .execute()
  const verdict = judgeDatabase(mark, current, new Set(finished.map((row) => row.previous_database_id)))
  if (mark !== null && profile === 'demo' && mark.databaseId !== current.databaseId) {
    await removeHighWaterMark(dataFolder)
    return 'current'
  }
  if (verdict === 'current' || mark === null) return 'current'
  if ((await findOpenRecovery(db)) === null) {
    const start = {
      cause: verdict,
      previousDatabaseId: mark.databaseId,
      lostSince: current.newestEvent === null ? now : new Date(current.newestEvent.at),
      reserved: mark.reserved,
    }
    await db.transaction().execute((tx) => startRecovery(tx, start, now))
  }
  return verdict
}
