import { createHash, timingSafeEqual } from 'node:crypto'
import { deriveForRow } from './derive-key.ts'

/** What an order needs to be recognised by its secrets; the schema has the same names. */
export interface HashedOrderSecret {
  readonly id: string
  /** SHA-256 of the secret in the mails before the installation's secret changed. */
  readonly order_secret_hash: Buffer
}

/** 24 bytes, as 32 characters of base64url. */
const SECRET_BYTES = 24
/** Without 0, O, 1 and I: five bits a letter. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LETTERS = 10

/**
 * Derives an order's second secret, which opens its keys, e-mail and refund. It is in the order's mails and in a cookie, and
 * not in the database.
 *
 * @returns 32 characters of base64url: 192 bits.
 */
export function orderSecretFor(installationSecret: Uint8Array, id: string): string {
  return deriveForRow(installationSecret, 'order secret', id).subarray(0, SECRET_BYTES).toString('base64url')
}

/**
 * Derives the code that a buyer types if no script runs, where the link's secret is not sent to the server.
 *
 * @returns such as `7KQ2M-XRB9D`: 50 bits, enough for calls that are limited.
 */
export function orderCodeFor(installationSecret: Uint8Array, id: string): string {
  const bytes = deriveForRow(installationSecret, 'order code', id)
  const letters = Array.from(bytes.subarray(0, CODE_LETTERS), (byte) => LETTERS.charAt(byte % LETTERS.length))
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

/** Whether `given` is the order's second secret, of now or of the time when it was ordered. Takes constant time. */
export function isOrderSecret(
  installationSecret: Uint8Array,
  order: HashedOrderSecret,
  given: string,
): boolean {
  const hash = hashOrderSecret(given)
  const isCurrent = timingSafeEqual(hash, hashOrderSecret(orderSecretFor(installationSecret, order.id)))
  return timingSafeEqual(hash, order.order_secret_hash) || isCurrent
}

/** Whether `typed` is the order's code; case, spaces and hyphens are ignored. Takes constant time. */
export function isOrderCode(installationSecret: Uint8Array, id: string, typed: string): boolean {
  const plain = (text: string) => hashOrderSecret(text.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  return timingSafeEqual(plain(typed), plain(orderCodeFor(installationSecret, id)))
}

/**
 * The code on an order's invoice, without which its digest would help to guess the buyer's e-mail. It cannot be computed
 * without the second secret, and does not reveal it.
 *
 * @returns 20 hexadecimal digits in upper case.
 */
export function checkCodeFor(installationSecret: Uint8Array, id: string): string {
  const secret = orderSecretFor(installationSecret, id)
  return createHash('sha256').update(`invoice ${id} ${secret}`).digest('hex').slice(0, 20).toUpperCase()
}

/** The form in which an order's secret is stored. */
export function hashOrderSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
