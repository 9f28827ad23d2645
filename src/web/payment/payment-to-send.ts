import type { OfferedRail, RailReason } from '#shared/api.ts'
import type { PaymentToSend } from '#shared/wallet-link.ts'
import type { PaymentView } from '#web/api/payment-view.ts'

/** What is still to be sent: the whole amount or the rest of a partial payment. */
export function amountToSend({ status, remaining, cryptoAmount }: PaymentView): string {
  return status === 'partial' ? remaining : cryptoAmount
}

/** What a wallet is to send; null where none may: on a simulated chain, and while the shop has not said which chain it is. */
export function paymentToSend(
  payment: PaymentView,
  target: Pick<OfferedRail, 'chainId' | 'contract'> | null,
): PaymentToSend | null {
  if (payment.isSimulated || target === null) return null
  const { cryptoNetwork: network, paymentAddress: address } = payment
  const { chainId, contract } = target
  return { network, address, amount: amountToSend(payment), chainId, contract }
}

/** Whether a rail that takes no orders is not read either, so that payments on it are seen later. */
const IS_UNREAD: Readonly<Record<RailReason, boolean>> = {
  not_configured: false,
  node_down: true,
  node_lags: true,
  node_mismatch: true,
  no_rate: false,
  no_address: false,
  no_reader: true,
  restored: false,
  disk_full: false,
}

export function isUnread(rail: Pick<OfferedRail, 'reason'> | null): boolean {
  return rail !== null && rail.reason !== null && IS_UNREAD[rail.reason]
}
