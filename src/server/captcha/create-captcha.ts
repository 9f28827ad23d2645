import { CAPTCHA_LIFE_S } from '#shared/constants.ts'
import { answerOf, newChallengeId } from './captcha-answer.ts'
import type { Db } from '#server/db/database.ts'
import { drawCaptcha } from './draw-captcha.ts'

export interface NewCaptcha {
  readonly id: string
  /** A PNG as a data URL. */
  readonly image: string
  readonly expiresAt: Date
}

/**
 * Draws a new challenge. It is stored with the first answer to it.
 *
 * @param pinnedCode the fixed code of a demo; null for random codes.
 */
export function createCaptcha(secret: Uint8Array, pinnedCode: string | null, now: Date): NewCaptcha {
  const id = newChallengeId(now)
  const expiresAt = new Date(now.getTime() + CAPTCHA_LIFE_S * 1000)
  const picture = drawCaptcha((pinnedCode ?? answerOf(secret, id)).toUpperCase())
  return { id, image: `data:image/png;base64,${picture.toString('base64')}`, expiresAt }
}

/** Deletes expired challenges, passes and used proofs. */
export async function sweepCaptchas(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('captchas').where('expires_at', '<=', now).execute()
  await db.deleteFrom('captcha_passes').where('expires_at', '<=', now).execute()
  await db.deleteFrom('used_proofs').where('expires_at', '<=', now).execute()
}
