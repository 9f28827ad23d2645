import type { ProofNewReply } from '#shared/visitor-api.ts'
import { callShop, type CallOptions, type CallOutcome } from './call-shop.ts'

/** An image that shows six characters to type. */
export interface CaptchaChallenge {
  readonly id: string
  /** A PNG as a data URL. */
  readonly image: string
  readonly expiresAt: string
}

export function requestCaptcha(options: CallOptions = {}): Promise<CallOutcome<CaptchaChallenge>> {
  return callShop('/functions/captcha', {}, options)
}

/** On success the server sets an http-only cookie, which is spent by one created payment. */
export function sendCaptchaCheck(id: string, code: string): Promise<CallOutcome<unknown>> {
  return callShop('/functions/captcha/check', { id, code })
}

export function requestProof(options: CallOptions = {}): Promise<CallOutcome<ProofNewReply>> {
  return callShop('/functions/captcha/proof', {}, options)
}

/** On success the server sets the same cookie as for a picture. */
export function sendProofCheck(payload: string): Promise<CallOutcome<unknown>> {
  return callShop('/functions/captcha/proof/check', { payload })
}
