import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { CAPTCHA_LIFE_S } from '#shared/constants.ts'
import { answerOf, isAnswer, timeOfChallenge } from './captcha-answer.ts'
import { newPass } from './passes.ts'

/** Whether a challenge was solved, with the pass for the browser's cookie. */
export type ChallengeOutcome =
  | { readonly kind: 'passed'; readonly token: string }
  | { readonly kind: 'failed' }
  /** Unknown, expired, already used, or too many attempts. */
  | { readonly kind: 'expired' }

/** Attempts per picture. */
const MAX_TRIES = 3

/** How far the clocks of two processes may differ. */
const SKEW_MS = 60_000

/** What answers are checked with. */
export interface CaptchaCheck {
  readonly db: Db
  readonly secret: Uint8Array
  /** The fixed code of a demo; null for random codes. */
  readonly pinnedCode: string | null
}

/**
 * Checks an answer. One statement counts the attempt and marks a solved challenge as used, so concurrent calls are safe. An
 * id that nobody was given has an answer that nobody knows.
 */
export async function checkCaptcha(
  { db, secret, pinnedCode }: CaptchaCheck,
  { id, code }: { readonly id: string; readonly code: string },
  now: Date,
): Promise<ChallengeOutcome> {
  const madeAt = timeOfChallenge(id).getTime()
  const expiresAt = new Date(madeAt + CAPTCHA_LIFE_S * 1000)
  if (madeAt > now.getTime() + SKEW_MS || expiresAt <= now) return { kind: 'expired' }
  const isRight = isAnswer(code, pinnedCode ?? answerOf(secret, id))
  const pass = newPass(now)
  // the pass exists if and only if the challenge is used
  const { rows } = await sql`
    with tried as (
      insert into captchas (id, tries, used_at, expires_at)
      values (${id}, 1, ${isRight ? now : null}::timestamptz, ${expiresAt})
      on conflict (id) do update set tries = captchas.tries + 1, used_at = excluded.used_at
      where captchas.used_at is null and captchas.tries < ${MAX_TRIES}
      returning id
    ), passed as (
      insert into captcha_passes (token_hash, expires_at)
      select ${pass.tokenHash}::bytea, ${pass.expiresAt}::timestamptz from tried where ${isRight}
    )
    select from tried`.execute(db)
  if (rows.length === 0) return { kind: 'expired' }
  return isRight ? { kind: 'passed', token: pass.token } : { kind: 'failed' }
}
