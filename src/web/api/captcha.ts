import type { ProofNewReply } from '#shared/api.ts'
import { callShop, type CallOptions, type CallOutcome } from './call-shop.ts'

/** A picture with six characters to type. */
export interface CaptchaPicture {
  readonly id: string
  /** A PNG as a data URL. */
  readonly image: string
  readonly expiresAt: string
}

export function newCaptcha(options: CallOptions = {}): Promise<CallOutcome<CaptchaPicture>> {
  return callShop('/functions/captcha', {}, options)
}

/** Passing sets an http-only cookie, which one created payment spends. */
export function checkCaptcha(id: string, code: string): Promise<CallOutcome<unknown>> {
  return callShop('/functions/captcha/check', { id, code })
}

export function newProof(options: CallOptions = {}): Promise<CallOutcome<ProofNewReply>> {
  return callShop('/functions/captcha/proof', {}, options)
}

/** Passing sets the same cookie as reading the picture. */
export function checkProof(payload: string): Promise<CallOutcome<unknown>> {
  return callShop('/functions/captcha/proof/check', { payload })
}
