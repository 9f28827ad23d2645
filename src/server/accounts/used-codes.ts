import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** A code is valid for three steps of 30 s; in this time no other step of one secret is likely to have the same digits. */
const REPLAYABLE_FOR = '5 minutes'

/**
 * Marks a one-time code of an account as used. Of two concurrent calls one succeeds.
 *
 * @returns false if it was used before: somebody may have seen it.
 */
export async function useCode(db: Db, userId: string, code: string, now: Date): Promise<boolean> {
  const hash = createHash('sha256').update(`${userId}\0${code}`).digest()
  const { rows } = await sql`
    insert into used_codes as u (user_id, code_hash, used_at) values (${userId}, ${hash}, ${now})
    on conflict (user_id, code_hash) do update set used_at = excluded.used_at
      where u.used_at < excluded.used_at - ${REPLAYABLE_FOR}::interval
    returning 1`.execute(db)
  return rows.length === 1
}
