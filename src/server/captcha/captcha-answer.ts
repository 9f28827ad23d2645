import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { CAPTCHA_LENGTH } from '#shared/constants.ts'
import { deriveForRow } from '#server/secrets/derive-key.ts'

/** A–Z and 0–9 without 0, O, 1 and I, which are hard to tell apart in a distorted picture. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Makes the id of a challenge: a UUID of version 7, which holds the time in its first 48 bits. */
export function newChallengeId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const digits = bytes.toString('hex')
  return [8, 12, 16, 20, 32].map((end, at) => digits.slice([0, 8, 12, 16, 20][at], end)).join('-')
}

/** When a challenge was made; of any other UUID a time that means nothing. */
export function timeOfChallenge(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/**
 * The answer of a challenge. It follows from the id and the installation's secret, so that a challenge that is drawn and
 * never answered is stored nowhere.
 */
export function answerOf(secret: Uint8Array, id: string): string {
  const digest = deriveForRow(secret, 'captcha', id)
  return Array.from(digest.subarray(0, CAPTCHA_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** Whether a code is the answer. Case and spaces are ignored, and it takes the same time for every wrong one. */
export function isAnswer(code: string, answer: string): boolean {
  const plain = code.replace(/\s/g, '').toUpperCase()
  return timingSafeEqual(sha256(plain), sha256(answer.toUpperCase()))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
