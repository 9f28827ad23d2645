import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { CAPTCHA_LIFE_S } from '#shared/constants.ts'
import { hashCaptchaAnswer, randomCode } from './captcha-answer.ts'

export interface NewCaptcha {
  readonly id: string
  /** A PNG as a data URL. */
  readonly image: string
  readonly expiresAt: Date
}

/**
 * Draws a new challenge and stores the hash of its answer.
 *
 * @param pinnedCode the fixed code of a demo; null for random codes.
 */
export async function createCaptcha(
  db: Db,
  secret: Uint8Array,
  pinnedCode: string | null,
  now: Date,
): Promise<NewCaptcha> {
  const id = randomUUID()
  const code = pinnedCode ?? randomCode()
  const expiresAt = new Date(now.getTime() + CAPTCHA_LIFE_S * 1000)
  // loaded on the first order: the drawing library takes 16 MB
  const { drawCaptcha } = await import('./draw-captcha.ts')
  const picture = drawCaptcha(code.toUpperCase())
  await db
    .insertInto('captchas')
    .values({ id, answer_hash: hashCaptchaAnswer(secret, id, code), expires_at: expiresAt })
    .execute()
  return { id, image: `data:image/png;base64,${picture.toString('base64')}`, expiresAt }
}
