import type { Db } from '#server/db/database.ts'

/** Deletes expired challenges, passes and used proofs. */
export async function sweepCaptchas(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('captchas').where('expires_at', '<=', now).execute()
  await db.deleteFrom('captcha_passes').where('expires_at', '<=', now).execute()
  await db.deleteFrom('used_proofs').where('expires_at', '<=', now).execute()
}
