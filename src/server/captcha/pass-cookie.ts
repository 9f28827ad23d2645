import { hostCookieName, readCookie, setCookieHeader } from '#server/formats/cookies.ts'
import { CAPTCHA_PASS_LIFE_S } from '#shared/constants.ts'

const NAME = 'keyhold_captcha'
const PASS = /^[A-Za-z0-9_-]{43}$/

/** The Set-Cookie header with a browser's pass. */
export function passCookie(token: string, isSecure: boolean): string {
  const attributes = { maxAgeS: CAPTCHA_PASS_LIFE_S, isSecure, isHttpOnly: true }
  return setCookieHeader(hostCookieName(NAME, isSecure), token, attributes)
}

/** Reads the pass from a request's cookie, for `spendPass`; null without one. */
export function readPassCookie(
  request: { readonly headers: { readonly cookie?: string | undefined } },
  isSecure: boolean,
): string | null {
  const pass = readCookie(request.headers.cookie, hostCookieName(NAME, isSecure))
  return pass !== null && PASS.test(pass) ? pass : null
}
