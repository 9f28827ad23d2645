import { isAddressForm, type OutputNetworks } from '#shared/address-form.ts'
import { railOf } from '#shared/rails.ts'
import type { PaymentView } from '#web/api/payment-view.ts'

/**
 * The result of the security validation before a check: the page has read the payment back from the
 * server, and its address and amount have the rail's form. `unread` until then.
 */
export type PaymentSecurity = 'unread' | 'valid' | 'invalidAddress' | 'invalidAmount'

const ADDRESS_LENGTH_MIN = 20
const ADDRESS_LENGTH_MAX = 100

export function paymentSecurity(payment: PaymentView, outputNetworks: OutputNetworks): PaymentSecurity {
  const address = payment.paymentAddress.trim()
  const hasLength = address.length >= ADDRESS_LENGTH_MIN && address.length <= ADDRESS_LENGTH_MAX
  const { cryptoNetwork } = payment
  if (!hasLength || !isAddressForm(cryptoNetwork, address, outputNetworks)) return 'invalidAddress'
  if (!isAmountForm(payment.cryptoAmount, railOf(cryptoNetwork).shownDecimals)) return 'invalidAmount'
  return payment.isReread ? 'valid' : 'unread'
}

function isAmountForm(amount: string, decimals: number): boolean {
  const match = /^\d+(?:\.(\d+))?$/.exec(amount)
  return match !== null && (match[1]?.length ?? 0) <= decimals && /[1-9]/.test(amount)
}
