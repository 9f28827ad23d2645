const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A failed backup is tried again after this time. */
const BACKUP_RETRY_MS = 15 * MINUTE_MS
const CHECK_EVERY_MS = 30 * DAY_MS
const CHECK_RETRY_MS = DAY_MS
/** A newest backup of more than a day and a half ago is too old. */
export const BACKUP_MAX_AGE_MS = 36 * 60 * MINUTE_MS

/**
 * Whether the daily backup is due: none was made since the last time of day it is made at.
 *
 * @param atMinute the time of day in UTC, in minutes.
 */
export function isBackupDue(
  { newestAt, failedAt }: { readonly newestAt: Date | null; readonly failedAt: Date | null },
  atMinute: number,
  now: Date,
): boolean {
  if (failedAt !== null && isWithin(failedAt, BACKUP_RETRY_MS, now)) return false
  if (newestAt === null) return true
  const todayMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS + atMinute * MINUTE_MS
  const slotMs = todayMs <= now.getTime() ? todayMs : todayMs - DAY_MS
  return newestAt.getTime() < slotMs
}

/** Whether a restore is to be tried: monthly, and the day after a failure. */
export function isRestoreCheckDue(
  { verifiedAt, failedAt }: { readonly verifiedAt: Date | null; readonly failedAt: Date | null },
  now: Date,
): boolean {
  if (failedAt !== null) return !isWithin(failedAt, CHECK_RETRY_MS, now)
  return verifiedAt === null || !isWithin(verifiedAt, CHECK_EVERY_MS, now)
}

/** A time of the future was stored before the clock was set back: nothing waits for it. */
function isWithin(at: Date, ms: number, now: Date): boolean {
  const agoMs = now.getTime() - at.getTime()
  return agoMs >= 0 && agoMs < ms
}
