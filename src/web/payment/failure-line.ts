import type { SiteTexts } from '#texts/en/site.ts'
import type { CallCode } from '#web/api/call-shop.ts'

type Texts = SiteTexts['checkout']

/** Returns advice beside 'Payment failed. Please try again.'; null if there is none. */
export function failureLine(code: CallCode, texts: Texts): string | null {
  const { failure } = texts
  switch (code) {
    case 'EMAIL_INVALID':
    case 'ADDRESS_INVALID':
    case 'PRICE_MISMATCH':
    case 'CURRENCY_NOT_OFFERED':
    case 'RAIL_UNAVAILABLE':
    case 'RATE_UNAVAILABLE':
    case 'OUT_OF_STOCK':
    case 'UNPAID_ORDERS':
    case 'SHOP_UNPAID_ORDERS':
    case 'DISCOUNT_UNKNOWN':
    case 'DISCOUNT_PAUSED':
    case 'DISCOUNT_NOT_YET':
    case 'DISCOUNT_EXPIRED':
    case 'DISCOUNT_OTHER_EDITION':
    case 'DISCOUNT_OTHER_CURRENCY':
    case 'DISCOUNT_TOO_LARGE':
    case 'DISCOUNT_USED_UP':
    case 'DISCOUNT_USED_BY_YOU':
    case 'DISCOUNT_LIMITED':
    case 'CAPTCHA_REQUIRED':
    case 'RATE_LIMITED':
    case 'OFFLINE':
    case 'UNAVAILABLE':
    case 'BUSY':
      return failure[code]
    case 'CAPTCHA_FAILED':
    case 'CAPTCHA_EXPIRED':
      return failure.CAPTCHA_REQUIRED
    case 'RAIL_MISMATCH':
      return failure.RAIL_UNAVAILABLE
    case 'INTERNAL':
      return failure.UNAVAILABLE
    default:
      return null
  }
}
