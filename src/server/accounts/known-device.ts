import { createHmac, timingSafeEqual } from 'node:crypto'
import { hostCookieName, readCookie, setCookieHeader } from '#server/formats/cookies.ts'

const LIFE_S = 400 * 86_400

/**
 * The cookie that marks a browser as one from which somebody signed in to an account. It opens nothing: failures of
 * strangers do not delay such a browser (see `beginAttempt`).
 */
export function knownDeviceCookie(email: string, key: DeviceKey): string {
  return setCookieHeader(hostCookieName('keyhold_device', key.isSecure), markOf(email, key), {
    maxAgeS: LIFE_S,
    isSecure: key.isSecure,
    isHttpOnly: true,
  })
}

/** Whether a browser has the cookie for an account. */
export function isKnownDevice(cookieHeader: string | undefined, email: string, key: DeviceKey): boolean {
  const mark = Buffer.from(readCookie(cookieHeader, hostCookieName('keyhold_device', key.isSecure)) ?? '')
  const expected = Buffer.from(markOf(email, key))
  return mark.length === expected.length && timingSafeEqual(mark, expected)
}

interface DeviceKey {
  /** The installation's 32 bytes. */
  readonly secret: Uint8Array
  readonly isSecure: boolean
}

function markOf(email: string, { secret }: DeviceKey): string {
  return createHmac('sha256', secret).update(`known device\0${email.toLowerCase()}`).digest('base64url')
}
