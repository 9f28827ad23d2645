import type { Db } from '#server/db/database.ts'

/** Forgets challenges, passes and used proofs whose time is over. */
export async function sweepCaptchas(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('captchas').where('expires_at', '<=', now).execute()
  await db.deleteFrom('captcha_passes').where('expires_at', '<=', now).execute()
  await db.deleteFrom('used_proofs').where('expires_at', '<=', now).execute()
}
