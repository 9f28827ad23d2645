import { SESSION_LIFE_S } from '#shared/constants.ts'
import { readCookie, setCookieHeader } from '#server/formats/cookies.ts'

const NAME = 'admin'

/**
 * The Set-Cookie header of the cookie `admin=1`, set while someone with a role is signed in, so that cached pages can
 * show the link to the back office. It grants no access, so scripts may read it. Null: nothing to change.
 */
export function adminCookie(
  isAdmin: boolean,
  cookieHeader: string | undefined,
  isSecure: boolean,
): string | null {
  if (!isAdmin && readCookie(cookieHeader, NAME) === null) return null
  const maxAgeS = isAdmin ? SESSION_LIFE_S : 0
  return setCookieHeader(NAME, isAdmin ? '1' : '', { maxAgeS, isSecure, isHttpOnly: false })
}
