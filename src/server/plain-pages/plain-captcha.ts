import type { DbDeps } from '#server/db/db-deps.ts'
import { checkCaptcha, type ChallengeOutcome } from '#server/captcha/check-captcha.ts'
import { createCaptcha } from '#server/captcha/create-captcha.ts'
import { hasPass } from '#server/captcha/passes.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { CaptchaCheckRequest } from '#shared/visitor-api.ts'
import type { PlainCaptcha } from '#shared/plain-facts.ts'
import type { FormFields } from './form-fields.ts'

/** Dependencies of the order form's captcha. */
export interface PlainCaptchaDeps extends DbDeps {
  readonly limits: Limits
  readonly secret: Uint8Array
  /** The demo's fixed code; null if every code is random. */
  readonly pinnedCode: string | null
}

/**
 * Returns the captcha that the form shows: none if the browser holds a valid pass, else a new picture.
 *
 * @param isAgain the browser's pass was rejected.
 */
export async function challengeFor(
  deps: PlainCaptchaDeps,
  {
    client,
    pass,
    isAgain,
  }: { readonly client: string; readonly pass: string | null; readonly isAgain: boolean },
): Promise<PlainCaptcha> {
  if (!isAgain && (await hasPass(deps.db, pass, deps.clock()))) return { kind: 'passed' }
  const draw = async (): Promise<PlainCaptcha> => {
    const taken = await deps.limits.take('captcha', client)
    if (!taken.allowed) return { kind: 'limited' }
    const { id, image } = createCaptcha(deps.secret, deps.pinnedCode, deps.clock())
    return { kind: 'picture', id, image }
  }
  return deps.limits.admit('captcha', client, draw, (retryAfterS) => ({ kind: 'busy', retryAfterS }))
}

/** Checks the code that was typed; `none` if there was none. */
export async function checkTypedCode(
  deps: PlainCaptchaDeps,
  fields: FormFields,
  client: string,
): Promise<ChallengeOutcome | { readonly kind: 'none' }> {
  const answer = CaptchaCheckRequest.safeParse({ id: fields.text('captcha'), code: fields.text('code') })
  if (!answer.success) return fields.text('code').trim() === '' ? { kind: 'none' } : { kind: 'failed' }
  const taken = await deps.limits.take('captcha-check', client)
  return taken.allowed ? await checkCaptcha(deps, answer.data, deps.clock()) : { kind: 'expired' }
}
