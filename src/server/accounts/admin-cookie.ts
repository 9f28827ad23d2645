import { SESSION_LIFE_S } from '#shared/constants.ts'
import { cookieOf } from './session-cookie.ts'

const NAME = 'admin'

/**
 * The Set-Cookie header of the mark by which pages served from memory show their link to the back office: `admin=1`
 * while someone with a role is signed in. It holds nothing and opens nothing, so scripts may read it. Null: leave it.
 */
export function adminCookie(
  isAdmin: boolean,
  cookieHeader: string | undefined,
  isSecure: boolean,
): string | null {
  if (!isAdmin && cookieOf(cookieHeader, NAME) === null) return null
  const life = isAdmin ? SESSION_LIFE_S : 0
  const parts = [`${NAME}=${isAdmin ? '1' : ''}`, 'Path=/', `Max-Age=${String(life)}`, 'SameSite=Lax']
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}
