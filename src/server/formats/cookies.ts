export const HOST_PREFIX = '__Host-'

/** Attributes of a cookie this server sets. Path is always `/`, SameSite always `Lax`. */
interface CookieAttributes {
  /** 0 removes the cookie. */
  readonly maxAgeS: number
  /** Whether the public URL is https. */
  readonly isSecure: boolean
  /** Whether scripts cannot read it. */
  readonly isHttpOnly: boolean
}

/** Reads a Cookie header: decoded values by name. Of two cookies of one name the first counts; malformed ones are left out. */
export function readCookies(cookieHeader: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  if (cookieHeader === undefined) return cookies
  for (const pair of cookieHeader.split(';')) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, equals).trim()
    const value = decoded(pair.slice(equals + 1).trim())
    if (equals > 0 && value !== null && !cookies.has(name)) cookies.set(name, value)
  }
  return cookies
}

/** Reads the decoded value of a cookie; null if it is missing or malformed. */
export function readCookie(cookieHeader: string | undefined, name: string): string | null {
  return readCookies(cookieHeader).get(name) ?? null
}

/**
 * The name of a cookie that browsers accept over https only, from this host and for all its paths. Otherwise a page without TLS, or of
 * another host of the domain, could set it. Without https the name has no prefix.
 */
export function hostCookieName(name: string, isSecure: boolean): string {
  return isSecure ? `${HOST_PREFIX}${name}` : name
}

/** Writes a Set-Cookie header. `value` must not need encoding. */
export function setCookieHeader(
  name: string,
  value: string,
  { maxAgeS, isSecure, isHttpOnly }: CookieAttributes,
): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${String(maxAgeS)}`]
  if (isHttpOnly) parts.push('HttpOnly')
  parts.push('SameSite=Lax')
  if (isSecure) parts.push('Secure')
  return parts.join('; ')
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null // badly percent-encoded, so not set by this server
  }
}
