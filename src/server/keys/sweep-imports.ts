import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Log } from '#server/runtime/log.ts'
import type { Db } from '#server/db/database.ts'
import type { Jobs } from '#server/db/jobs.ts'
import { sweepImports } from './commit-import.ts'
import { foldKeyCounts } from './key-counts.ts'

const FOLD_EVERY_MS = 60_000

/** Schedules the deletion of old imports every hour. Call it before the jobs start. */
export function scheduleImportSweep(jobs: Pick<Jobs, 'work' | 'schedule'>, db: Db, clock: Clock): void {
  jobs.work('sweep-key-imports', () => sweepImports(db, clock()))
  jobs.schedule('sweep-key-imports', '23 * * * *')
}

/** Creates the worker that merges counts every minute. Several processes may do so at once. */
export function createKeyCountFold({ db, log }: { readonly db: Db; readonly log: Log }): BackgroundWorker {
  return createIntervalWorker({
    name: 'key counts',
    everyMs: FOLD_EVERY_MS,
    work: () => foldKeyCounts(db),
    log,
    onFailure: 'counts of keys were not merged; will retry',
  })
}
