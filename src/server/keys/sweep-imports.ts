import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Jobs } from '#server/db/jobs.ts'
import { sweepImports } from './commit-import.ts'

/** Schedules the deletion of old imports every hour. Call it before the jobs start. */
export function scheduleImportSweep(jobs: Pick<Jobs, 'work' | 'schedule'>, db: Db, clock: Clock): void {
  jobs.work('sweep-key-imports', () => sweepImports(db, clock()))
  jobs.schedule('sweep-key-imports', '23 * * * *')
}
