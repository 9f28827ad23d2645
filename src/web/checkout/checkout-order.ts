import type { Currency } from '#shared/currency.ts'
import { cents, centsFromNumber, type Cents } from '#shared/money.ts'
import type { CheckoutState } from './checkout-state.ts'

/** What is ordered, and its price. */
export interface CheckoutOrder {
  readonly quantity: number
  readonly unitCents: Cents
  readonly totalCents: Cents
  readonly currency: Currency
  /** What a code took off; null without one. */
  readonly discountCents: Cents | null
}

/** Taken from the page, and once a payment exists, from the payment: prices may have changed since it was created. */
export function checkoutOrder(
  state: CheckoutState,
  quantity: number,
  unitCents: Cents,
  shopCurrency: Currency,
): CheckoutOrder {
  const totalOf = cents(unitCents * quantity)
  const requested = { quantity, unitCents, totalCents: totalOf, currency: shopCurrency, discountCents: null }
  if (!('payment' in state)) return requested
  const { payment } = state
  const { currency } = payment
  const totalCents = centsFromNumber(payment.price, currency) ?? requested.totalCents
  const discountCents = payment.discount === undefined ? null : centsFromNumber(payment.discount, currency)
  return {
    quantity: payment.quantity,
    totalCents,
    currency,
    discountCents,
    unitCents: cents(Math.round((totalCents + (discountCents ?? 0)) / payment.quantity)),
  }
}
