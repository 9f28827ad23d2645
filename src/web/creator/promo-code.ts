/** Characters a creator's promo code has at most. Source: spec section 9. */
export const PROMO_CODE_MAX = 15

/** A promo code as it may be: upper case, A to Z and 0 to 9 only, at most 15 of them. */
export function toPromoCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, PROMO_CODE_MAX)
}
