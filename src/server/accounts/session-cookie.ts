import { createHmac, timingSafeEqual } from 'node:crypto'

/** Before the names of all cookies of accounts. */
export const COOKIE_PREFIX = 'keyhold'

/** The text that signs session cookies and encrypts second factors: from the installation's secret, the same in every process. */
export function authSecret(installationSecret: Uint8Array): string {
  return createHmac('sha256', installationSecret).update('keyhold accounts').digest('hex')
}

/** `__Secure-` keeps a page without TLS from setting it. */
export function sessionCookieName(isSecure: boolean): string {
  return `${isSecure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`
}

/**
 * The session token a browser sends, where its signature is ours; null without one.
 * Form: `TOKEN.base64(HMAC-SHA-256(secret, TOKEN))`, percent-encoded, as better-auth writes it.
 */
export function readSessionToken(
  cookieHeader: string | undefined,
  { secret, isSecure }: { readonly secret: string; readonly isSecure: boolean },
): string | null {
  const value = cookieOf(cookieHeader, sessionCookieName(isSecure))
  const dot = value?.lastIndexOf('.') ?? -1
  if (value === null || dot < 1) return null
  const token = value.slice(0, dot)
  const signature = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null
}

/** The decoded value of one cookie; null without it, or where it is not well formed. */
export function cookieOf(cookieHeader: string | undefined, name: string): string | null {
  const pair = (cookieHeader ?? '')
    .split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`))
  if (pair === undefined) return null
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return null // not percent-encoded by us: no cookie of ours
  }
}
