import { createHmac, randomInt } from 'node:crypto'
import { CAPTCHA_LENGTH } from '#shared/constants.ts'

/** A–Z and 0–9 without 0, O, 1 and I, which are hard to tell apart in a distorted picture. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export function randomCode(): string {
  return Array.from({ length: CAPTCHA_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** Hashes an answer for storage, keyed with the installation's secret. Case and spaces are ignored. */
export function hashCaptchaAnswer(secret: Uint8Array, id: string, code: string): Buffer {
  const plain = code.replace(/\s/g, '').toUpperCase()
  return createHmac('sha256', secret).update(`captcha ${id} ${plain}`).digest()
}
