import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import { sweepAccounts } from '#server/accounts/sign-in-attempts.ts'
import { sweepCaptchas } from '#server/captcha/create-captcha.ts'
import type { CleanUp } from '#server/db/clean-up-worker.ts'
import { sweepImports } from '#server/keys/commit-import.ts'
import { forgetOld, forgetUnpaid } from '#server/privacy/forget-old.ts'
import { sweepLimits } from '#server/rate-limits/rate-limits.ts'
import { deleteOldDeliveries } from '#server/webhooks/list-webhooks.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Everything that is deleted by the clock. What can be much is deleted in batches. */
export function cleanUpsOf({ db, clock, log }: LoggedDbDeps): Readonly<Record<string, CleanUp>> {
  const of = (
    everyMs: number,
    withinMs: number,
    work: (now: Date, signal: AbortSignal) => Promise<void>,
  ) => ({
    everyMs,
    withinMs,
    work: (signal: AbortSignal) => work(clock(), signal),
  })
  return {
    'sweep-limits': of(10 * MINUTE_MS, 5 * MINUTE_MS, (now) => sweepLimits(db, now)),
    'sweep-captchas': of(10 * MINUTE_MS, 5 * MINUTE_MS, (now) => sweepCaptchas(db, now)),
    'sweep-accounts': of(HOUR_MS, 5 * MINUTE_MS, (now) => sweepAccounts(db, now)),
    'sweep-key-imports': of(HOUR_MS, 5 * MINUTE_MS, (now) => sweepImports(db, now)),
    'erase-unpaid': of(HOUR_MS, HOUR_MS, (now, signal) => forgetUnpaid(db, now, { log, signal })),
    'forget-old': of(DAY_MS, HOUR_MS, (now, signal) => forgetOld(db, now, signal)),
    'webhooks-old': of(DAY_MS, 5 * MINUTE_MS, (now, signal) => deleteOldDeliveries(db, now, signal)),
  }
}
