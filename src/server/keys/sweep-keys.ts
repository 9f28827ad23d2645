import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Jobs } from '#server/db/jobs.ts'
import { sweepImports } from './commit-import.ts'
import { foldKeyCounts } from './key-counts.ts'

/**
 * Schedules the merge of counts every minute and the deletion of old imports every hour. Call it before the jobs start.
 */
export function scheduleKeySweeps(jobs: Pick<Jobs, 'work' | 'schedule'>, db: Db, clock: Clock): void {
  jobs.work('fold-key-counts', () => foldKeyCounts(db))
  jobs.schedule('fold-key-counts', '* * * * *')
  jobs.work('sweep-key-imports', () => sweepImports(db, clock()))
  jobs.schedule('sweep-key-imports', '23 * * * *')
}
