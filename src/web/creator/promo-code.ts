/** The maximum length of a creator's promo code, in characters. */
export const PROMO_CODE_MAX = 15

/** Normalizes a promo code: upper case, only A to Z and 0 to 9, at most 15 characters. */
export function toPromoCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, PROMO_CODE_MAX)
}
