import { CAPTCHA_PASS_LIFE_S } from '#shared/constants.ts'

const NAME = 'keyhold_captcha'

/** The Set-Cookie header with a browser's pass. */
export function passCookie(token: string, isSecure: boolean): string {
  const life = `Max-Age=${String(CAPTCHA_PASS_LIFE_S)}`
  return [
    `${NAME}=${token}`,
    'Path=/',
    life,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
}

/** Reads the pass from a request's cookie, for `spendPass`; null without one. */
export function readPassCookie(request: {
  readonly headers: { readonly cookie?: string | undefined }
}): string | null {
  const match = /(?:^|;)\s*keyhold_captcha=([A-Za-z0-9_-]{43})\s*(?:;|$)/.exec(request.headers.cookie ?? '')
  return match?.[1] ?? null
}
