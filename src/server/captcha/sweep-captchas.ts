import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Jobs } from '#server/db/jobs.ts'

/** Deletes expired challenges, passes and used proofs. */
export async function sweepCaptchas(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('captchas').where('expires_at', '<=', now).execute()
  await db.deleteFrom('captcha_passes').where('expires_at', '<=', now).execute()
  await db.deleteFrom('used_proofs').where('expires_at', '<=', now).execute()
}

/** Schedules the sweep every ten minutes; call it before the jobs start. */
export function scheduleCaptchaSweep(jobs: Pick<Jobs, 'work' | 'schedule'>, db: Db, clock: Clock): void {
  jobs.work('sweep-captchas', () => sweepCaptchas(db, clock()))
  jobs.schedule('sweep-captchas', '*/10 * * * *')
}
