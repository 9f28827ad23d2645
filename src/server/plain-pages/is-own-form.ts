import { isAllowedOrigin, type OriginRule } from '#server/live/allowed-origin.ts'

interface FormHeaders {
  readonly origin?: string | undefined
  readonly host?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
}

/**
 * Whether a form was sent from a page of the shop. Browsers say so in Sec-Fetch-Site, older ones in Origin, which is
 * `null` from a page whose address nobody shall learn. Of who says nothing, a foreign page's form comes without the
 * order's cookie, which is SameSite=Lax.
 */
export function isOwnForm(rule: OriginRule, headers: FormHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === 'null') return true
  return isAllowedOrigin(rule, headers.origin, headers.host)
}
