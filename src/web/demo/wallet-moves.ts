import { atoms, formatAmount, parseAmount } from '#shared/money.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { railOf, RAILS, type NetworkId } from '#shared/rails.ts'
import type { PaymentView } from '#web/api/payment-view.ts'

/** The body of POST /demo/wallet/pay. */
export interface WalletPayment {
  readonly paymentId: string
  readonly amount?: string
  readonly network?: NetworkId
  readonly token?: string
}

/** Returns half of the remaining amount, in the coin; exact, at least the smallest unit. */
export function halfOf(payment: PaymentView): WalletPayment {
  const { decimals } = railOf(payment.cryptoNetwork)
  const half = parseAmount(payment.remaining, decimals) / 2n
  return { paymentId: payment.id, amount: formatAmount(atoms(half > 0n ? half : 1n), decimals) }
}

/**
 * Returns a payment on another network with the same address, in the same coin if possible; null if the address belongs
 * to one network only.
 */
export function onWrongNetwork(payment: PaymentView): WalletPayment | null {
  const rail = railOf(payment.cryptoNetwork)
  const others = RAILS.filter((row) => row.wallet === rail.wallet && row.chain !== rail.chain)
  const other = others.find((row) => row.coin === rail.coin) ?? others[0]
  return other === undefined ? null : { paymentId: payment.id, network: other.network }
}

/**
 * Returns a payment in another coin to the same address: the chain's own instead of USDT, or USDT instead of it. Null
 * on Bitcoin, which has no other coin, and on Tron, where the shop does not look for TRX.
 */
export function withWrongToken(payment: PaymentView): WalletPayment | null {
  const rail = railOf(payment.cryptoNetwork)
  if (rail.chain === 'bitcoin' || rail.chain === 'tron') return null
  return { paymentId: payment.id, token: rail.asset === 'USDT' ? CHAIN_TABLE[rail.chain].asset : 'USDT' }
}
