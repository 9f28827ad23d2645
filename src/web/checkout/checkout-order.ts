import { cents, centsFromNumber, type Cents } from '#shared/money.ts'
import type { CheckoutState } from './checkout-state.ts'

/** What is ordered, and its price. */
export interface CheckoutOrder {
  readonly quantity: number
  readonly unitCents: Cents
  readonly totalCents: Cents
  /** What a code took off; null without one. */
  readonly discountCents: Cents | null
}

/** Taken from the page, and once a payment exists, from the payment: prices may have changed since it was created. */
export function checkoutOrder(state: CheckoutState, quantity: number, unitCents: Cents): CheckoutOrder {
  const requested = { quantity, unitCents, totalCents: cents(unitCents * quantity), discountCents: null }
  if (!('payment' in state)) return requested
  const { payment } = state
  const totalCents = centsFromNumber(payment.priceUSD) ?? requested.totalCents
  const discountCents = payment.discountUSD === undefined ? null : centsFromNumber(payment.discountUSD)
  return {
    quantity: payment.quantity,
    totalCents,
    discountCents,
    unitCents: cents(Math.round((totalCents + (discountCents ?? 0)) / payment.quantity)),
  }
}
