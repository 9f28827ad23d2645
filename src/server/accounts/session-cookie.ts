import { createHmac, timingSafeEqual } from 'node:crypto'
import { hostCookieName, readCookie } from '#server/formats/cookies.ts'

/** What the names of the account cookies begin with. */
export function cookiePrefix(isSecure: boolean): string {
  return hostCookieName('keyhold', isSecure)
}

/** Derives the secret that signs session cookies and encrypts second factors from the installation's secret; the same in every process. */
export function authSecret(installationSecret: Uint8Array): string {
  return createHmac('sha256', installationSecret).update('keyhold accounts').digest('hex')
}

/** What verifies better-auth's cookies. */
export interface CookieKey {
  /** From {@link authSecret}. */
  readonly secret: string
  readonly isSecure: boolean
}

/** Reads the session token from a Cookie header and verifies its signature; null without a valid one. */
export function readSessionToken(cookieHeader: string | undefined, key: CookieKey): string | null {
  return readSignedCookie(cookieHeader, 'session_token', key)
}

/** Reads the id of a sign-in that waits for its second factor; null without a valid one. */
export function readPendingSignIn(cookieHeader: string | undefined, key: CookieKey): string | null {
  return readSignedCookie(cookieHeader, 'two_factor', key)
}

/**
 * Form: `VALUE.base64(HMAC-SHA-256(secret, VALUE))`, percent-encoded, as better-auth writes it.
 */
function readSignedCookie(
  cookieHeader: string | undefined,
  name: string,
  { secret, isSecure }: CookieKey,
): string | null {
  const value = readCookie(cookieHeader, `${cookiePrefix(isSecure)}.${name}`)
  const dot = value?.lastIndexOf('.') ?? -1
  if (value === null || dot < 1) return null
  const token = value.slice(0, dot)
  const signature = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null
}
