import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Jobs } from '#server/db/jobs.ts'
import type { Log } from '#server/runtime/log.ts'
import { eraseOldMails } from './erase-mails.ts'
import { eraseUnpaid } from './erase-unpaid.ts'
import { forgetRequests } from './forget-requests.ts'
import { forgetWaiting } from './forget-waiting.ts'
import { pruneRates } from './prune-rates.ts'

const WITHIN_S = 3600

/**
 * Schedules the erasure of unpaid orders' personal data and of the waiting list's every hour, and of outdated data every night. Call it before
 * the jobs start.
 */
export function scheduleErasure(
  jobs: Pick<Jobs, 'work' | 'schedule'>,
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Log },
): void {
  const hourly = async () => {
    await eraseUnpaid(db, clock(), { log })
    await forgetWaiting(db, clock())
  }
  jobs.work('erase-unpaid', hourly, { withinS: WITHIN_S })
  jobs.schedule('erase-unpaid', '17 * * * *')
  jobs.work('forget-old', () => forgetOld(db, clock()), { withinS: WITHIN_S })
  jobs.schedule('forget-old', '41 3 * * *')
}

async function forgetOld(db: Db, now: Date): Promise<void> {
  await forgetRequests(db, now)
  await eraseOldMails(db, now)
  await pruneRates(db, now)
}
