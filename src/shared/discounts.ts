import { cents, type Cents } from './money.ts'

/** The form of a code as it is stored. */
export const DISCOUNT_CODE_FORM = /^[A-Z0-9]{4,32}$/
/** The longest text that is read as a code, with the spaces and hyphens that people put into it. */
export const DISCOUNT_CODE_INPUT_MAX = 64
/** Most codes of one batch. */
export const DISCOUNT_BATCH_MAX = 1_000
/** A code takes off at most this: an order that costs nothing is paid on no chain. */
export const DISCOUNT_PERCENT_MAX = 99
/** The least that an order with a code costs: less is so near to dust that its payment could not be told from it. */
export const DISCOUNTED_MIN_CENTS = 50

/** What a code takes off: one of both, in whole percent or in cents of the whole order. */
export type DiscountTerms =
  | { readonly percent: number; readonly amountCents: null }
  | { readonly percent: null; readonly amountCents: number }

/** A typed code as it is stored: in upper case, without spaces and hyphens. */
export function normalizeCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase()
}

/**
 * What a code takes off an order, in cents; null if too little would be left, see {@link DISCOUNTED_MIN_CENTS}. Percent are
 * rounded down to whole cents.
 *
 * @param total of the order before it.
 */
export function discountOf({ percent, amountCents }: DiscountTerms, total: Cents): Cents | null {
  const off = percent === null ? amountCents : Math.floor((total * percent) / 100)
  return total - off >= DISCOUNTED_MIN_CENTS ? cents(off) : null
}
