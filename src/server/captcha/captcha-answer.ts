import { createHmac, randomInt } from 'node:crypto'
import { CAPTCHA_LENGTH } from '#shared/constants.ts'

/** A–Z and 0–9 (spec section 5) without the pairs nobody can tell apart in a bent picture: 0 and O, 1 and I. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export function randomCode(): string {
  return Array.from({ length: CAPTCHA_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** What is stored of an answer: useless without the installation's secret. Case and spaces do not matter. */
export function hashAnswer(secret: Uint8Array, id: string, code: string): Buffer {
  const plain = code.replace(/\s/g, '').toUpperCase()
  return createHmac('sha256', secret).update(`captcha ${id} ${plain}`).digest()
}
