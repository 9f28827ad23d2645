import { scheduleAccountSweep } from '#server/accounts/open-accounts.ts'
import { scheduleCaptchaSweep } from '#server/captcha/sweep-captchas.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Jobs } from '#server/db/jobs.ts'
import { scheduleKeySweeps } from '#server/keys/sweep-keys.ts'
import { scheduleLimitSweep } from '#server/rate-limits/sweep-limits.ts'
import type { Log } from '#server/runtime/log.ts'
import { scheduleOrderCountFold } from '#server/staff-orders/fold-counts.ts'
import { scheduleErasure } from '#server/privacy/schedule-erasure.ts'

/** All that is done from time to time, once among all processes; to be called before the jobs start. */
export function scheduleJobs(
  jobs: Jobs,
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Log },
): void {
  scheduleCaptchaSweep(jobs, db, clock)
  scheduleLimitSweep(jobs, db, clock)
  scheduleAccountSweep(jobs, db, clock)
  scheduleKeySweeps(jobs, db, clock)
  scheduleOrderCountFold(jobs, db)
  scheduleErasure(jobs, { db, clock, log })
}
