import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { hashCaptchaAnswer } from './captcha-answer.ts'
import { newPass } from './passes.ts'

/** Whether a challenge was solved, with the pass for the browser's cookie. */
export type ChallengeOutcome =
  | { readonly kind: 'passed'; readonly token: string }
  | { readonly kind: 'failed' }
  /** Unknown, expired, already used, or too many attempts. */
  | { readonly kind: 'expired' }

/** Attempts per picture. */
const MAX_TRIES = 3

/** Checks an answer. One update counts the attempt and marks a solved challenge as used, so concurrent calls are safe. */
export async function checkCaptcha(
  db: Db,
  secret: Uint8Array,
  answer: { readonly id: string; readonly code: string },
  now: Date,
): Promise<ChallengeOutcome> {
  const hash = hashCaptchaAnswer(secret, answer.id, answer.code)
  const pass = newPass(now)
  // one statement: the pass exists if and only if the challenge is used
  const { rows } = await sql<{ is_right: boolean }>`
    with tried as (
      update captchas
      set tries = tries + 1, used_at = case when answer_hash = ${hash} then ${now}::timestamptz end
      where id = ${answer.id} and used_at is null and tries < ${MAX_TRIES} and expires_at > ${now}
      returning used_at is not null as is_right
    ), passed as (
      insert into captcha_passes (token_hash, expires_at)
      select ${pass.tokenHash}::bytea, ${pass.expiresAt}::timestamptz from tried where is_right
    )
    select is_right from tried`.execute(db)
  const [row] = rows
  if (row === undefined) return { kind: 'expired' }
  return row.is_right ? { kind: 'passed', token: pass.token } : { kind: 'failed' }
}
