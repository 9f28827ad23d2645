import type { Db } from '#server/db/database.ts'

/** Deletes the windows that have ended. */
export async function sweepLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('limits').where('resets_at', '<=', now).execute()
}
