import { hostCookieName, readCookie, setCookieHeader } from '#server/formats/cookies.ts'
import { CAPTCHA_PASS_LIFE_S } from '#shared/constants.ts'
import { CAPTCHA_PASS_HEADER, FRAMED_HEADER } from '#shared/framed.ts'

const NAME = 'keyhold_captcha'
const PASS = /^[A-Za-z0-9_-]{43}$/

/** The Set-Cookie header with a browser's pass. */
export function passCookie(token: string, isSecure: boolean): string {
  const attributes = { maxAgeS: CAPTCHA_PASS_LIFE_S, isSecure, isHttpOnly: true }
  return setCookieHeader(hostCookieName(NAME, isSecure), token, attributes)
}

/** The headers that give a browser its pass: a cookie, or one that the checkout in a frame keeps in memory. */
export function passHeaders(
  { headers }: { readonly headers: Record<string, unknown> },
  token: string,
  isSecure: boolean,
): Record<string, string> {
  return headers[FRAMED_HEADER] === undefined
    ? { 'set-cookie': passCookie(token, isSecure) }
    : { [CAPTCHA_PASS_HEADER]: token }
}

/** Reads the pass from a request's header or cookie, for `spendPass`; null without one. */
export function readPassCookie(
  { headers }: { readonly headers: { readonly cookie?: string | undefined } & Record<string, unknown> },
  isSecure: boolean,
): string | null {
  const sent = headers[CAPTCHA_PASS_HEADER]
  const pass = sent ?? readCookie(headers.cookie, hostCookieName(NAME, isSecure))
  return typeof pass === 'string' && PASS.test(pass) ? pass : null
}
