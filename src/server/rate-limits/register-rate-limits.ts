import type { Db } from '#server/db/database.ts'
import type { Jobs } from '#server/db/jobs.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { createLimits, type Limits } from './rate-limits.ts'
import { scheduleLimitSweep } from './sweep-limits.ts'

interface RateLimitsDeps {
  readonly db: Db
  readonly clock: Clock
  /** Not started yet. */
  readonly jobs: Pick<Jobs, 'work' | 'schedule'>
  readonly settings: { readonly limitFactor: number | 'off' }
}

/** The limits that every other module counts by. */
export function registerRateLimits({ db, clock, jobs, settings }: RateLimitsDeps): Limits {
  scheduleLimitSweep(jobs, db, clock)
  return createLimits(db, clock, { factor: settings.limitFactor })
}
