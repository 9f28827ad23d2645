import { cents, centsFromNumber, type Cents } from '#shared/money.ts'
import type { CheckoutState } from './checkout-state.ts'

/** What is bought, and for how much. */
export interface CheckoutOrder {
  readonly quantity: number
  readonly unitCents: Cents
  readonly totalCents: Cents
}

/** As the page says, and once a payment exists, as the payment says: prices may have changed since it was made. */
export function checkoutOrder(state: CheckoutState, quantity: number, unitCents: Cents): CheckoutOrder {
  const asked = { quantity, unitCents, totalCents: cents(unitCents * quantity) }
  if (!('payment' in state)) return asked
  const { payment } = state
  const totalCents = centsFromNumber(payment.priceUSD) ?? asked.totalCents
  return {
    quantity: payment.quantity,
    totalCents,
    unitCents: cents(Math.round(totalCents / payment.quantity)),
  }
}
