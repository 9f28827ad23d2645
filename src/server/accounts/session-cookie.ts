import { createHmac, timingSafeEqual } from 'node:crypto'
import { readCookie } from '#server/formats/cookies.ts'

/** The prefix of the account cookies' names. */
export const COOKIE_PREFIX = 'keyhold'

/** Derives the secret that signs session cookies and encrypts second factors from the installation's secret; the same in every process. */
export function authSecret(installationSecret: Uint8Array): string {
  return createHmac('sha256', installationSecret).update('keyhold accounts').digest('hex')
}

/** The name of the session cookie. The prefix `__Secure-` prevents a page without TLS from setting it. */
function sessionCookieName(isSecure: boolean): string {
  return `${isSecure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`
}

/**
 * Reads the session token from a Cookie header and verifies its signature; null without a valid one.
 * Form: `TOKEN.base64(HMAC-SHA-256(secret, TOKEN))`, percent-encoded, as better-auth writes it.
 */
export function readSessionToken(
  cookieHeader: string | undefined,
  { secret, isSecure }: { readonly secret: string; readonly isSecure: boolean },
): string | null {
  const value = readCookie(cookieHeader, sessionCookieName(isSecure))
  const dot = value?.lastIndexOf('.') ?? -1
  if (value === null || dot < 1) return null
  const token = value.slice(0, dot)
  const signature = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null
}
