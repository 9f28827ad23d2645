import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Jobs } from '#server/db/jobs.ts'

/** Deletes the windows that have ended. */
export async function sweepLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('limits').where('resets_at', '<=', now).execute()
}

/** Schedules the sweep every ten minutes; call it before the jobs start. */
export function scheduleLimitSweep(jobs: Pick<Jobs, 'work' | 'schedule'>, db: Db, clock: Clock): void {
  jobs.work('sweep-limits', () => sweepLimits(db, clock()))
  jobs.schedule('sweep-limits', '*/10 * * * *')
}
