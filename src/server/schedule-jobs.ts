import { scheduleAccountSweep } from './accounts/open-accounts.ts'
import { scheduleCaptchaSweep } from './captcha/sweep-captchas.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/database.ts'
import type { Jobs } from './db/jobs.ts'
import { scheduleKeySweeps } from './keys/sweep-keys.ts'
import { scheduleLimitSweep } from './limits/sweep-limits.ts'
import type { Log } from './log.ts'
import { scheduleOrderCountFold } from './orders/fold-counts.ts'
import { scheduleErasure } from './privacy/schedule-erasure.ts'

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
