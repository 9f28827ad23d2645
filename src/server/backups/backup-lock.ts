import { dropScratchDatabase } from '#server/db/scratch-database.ts'
import { openSession } from '#server/db/session.ts'
import { scratchNameFor } from './check-restore.ts'

/**
 * Runs `work` while no other process backs up on schedule or restores on trial. What a killed one left in a scratch database is
 * dropped first.
 *
 * @returns whether it ran; false if another process is at it.
 */
export async function withBackupLock(
  { ownerUrl, databaseId }: { readonly ownerUrl: string; readonly databaseId: string },
  work: () => Promise<void>,
): Promise<boolean> {
  const session = await openSession(ownerUrl, 'backups')
  try {
    const [row] = await session.query<{ is_ours: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('keyhold backups', 0)) as is_ours`,
    )
    if (row?.is_ours !== true) return false
    await dropScratchDatabase(ownerUrl, scratchNameFor(databaseId))
    await work()
    return true
  } finally {
    await session.close()
  }
}
