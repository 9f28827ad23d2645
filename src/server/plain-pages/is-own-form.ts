import { isAllowedOrigin, type OriginRule } from '#server/live/allowed-origin.ts'

interface FormHeaders {
  readonly origin?: string | undefined
  readonly host?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
}

/**
 * Whether a form was sent from a page of the shop. Browsers send Sec-Fetch-Site; older ones send Origin, which is `null`
 * from a page without a referrer. If both are missing, a form of another site comes without the order's cookie, because
 * that is SameSite=Lax.
 */
export function isOwnForm(rule: OriginRule, headers: FormHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === 'null') return true
  return isAllowedOrigin(rule, headers.origin, headers.host)
}
