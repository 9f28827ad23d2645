import { atoms, formatAmount, parseAmount } from '#shared/money.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { railOf, RAILS, type NetworkId } from '#shared/rails.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { tokensOn, type Asset } from '#shared/assets.ts'
import type { RailState } from '#shared/api.ts'

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

/** Returns twice the amount due, so that the order is overpaid by its price. */
export function twiceOf(payment: PaymentView): WalletPayment {
  const { decimals } = railOf(payment.cryptoNetwork)
  const twice = parseAmount(payment.cryptoAmount, decimals) * 2n
  return { paymentId: payment.id, amount: formatAmount(atoms(twice), decimals) }
}

/**
 * Returns a payment on another network with the same address, in the same coin if possible; null if the address belongs
 * to one network only.
 * @param offered the rails of the shop.
 */
export function onWrongNetwork(
  payment: PaymentView,
  offered: readonly Pick<RailState, 'network'>[],
): WalletPayment | null {
  const rail = railOf(payment.cryptoNetwork)
  const others = RAILS.filter(
    (row) =>
      row.wallet === rail.wallet &&
      row.chain !== rail.chain &&
      offered.some(({ network }) => network === row.network),
  )
  const other = others.find((row) => row.coin === rail.coin) ?? others[0]
  return other === undefined ? null : { paymentId: payment.id, network: other.network }
}

/**
 * Returns a payment in another coin to the same address: the chain's own instead of a token, or a token instead of it.
 * Null where the shop looks for nothing else on the chain.
 */
export function withWrongToken(payment: PaymentView): WalletPayment | null {
  const rail = railOf(payment.cryptoNetwork)
  const { asset: coin, readsCoinTransfers, readsCoinBalances } = CHAIN_TABLE[rail.chain]
  const isCoinSeen = readsCoinTransfers || readsCoinBalances
  const seen: readonly Asset[] = [...(isCoinSeen ? [coin] : []), ...tokensOn(rail.chain)]
  const other = seen.find((asset) => asset !== rail.asset)
  return other === undefined ? null : { paymentId: payment.id, token: other }
}
