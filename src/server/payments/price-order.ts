import { hasValidChecksum } from '#server/chain/addresses/has-valid-checksum.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { RateQuote } from '#server/prices/rates.ts'
import { isAddressForm, type OutputNetworks } from '#shared/address-form.ts'
import type { CreatePaymentRequest, RailReason, RailState } from '#shared/api.ts'
import type { Wallet } from '#shared/chains.ts'
import { ORDER_PRICE_MAX } from '#shared/constants.ts'
import { findEdition, type Edition } from '#shared/editions.ts'
import type { Currency } from '#shared/currency.ts'
import { cents, centsFromNumber, formatCents, type Cents, type Rate } from '#shared/money.ts'
import { offeredCurrencies, priceIn } from '#shared/offered-prices.ts'
import { railOf, type Rail } from '#shared/rails.ts'
import { creationRefusal, type CreationRefusal } from './creation-refusal.ts'
import type { PaymentRecord } from './payment-record.ts'
import type { PaymentPolicy } from './policy.ts'

export interface PriceOrderDeps {
  readonly policy: PaymentPolicy
  /** Those on sale, with their prices now. */
  readonly onSale: () => readonly Edition[]
  readonly wallets: Readonly<Record<Wallet, Xpub | null>>
  readonly outputNetworks: OutputNetworks
}

/** What is ordered. The price is what the buyer was shown: compared with the shop's own, never used. */
export type OrderRequest = Omit<CreatePaymentRequest, 'steamId' | 'totalPrice'> &
  Partial<Pick<CreatePaymentRequest, 'steamId' | 'totalPrice'>>

/** The price of an order, and the rail that it is paid on. */
export interface PricedOrder {
  readonly rail: Rail
  readonly xpub: Xpub
  readonly edition: Edition
  readonly unitPrice: Cents
  readonly total: Cents
  readonly currency: Currency
  /** In the currency. */
  readonly rate: RateQuote
  /** Dollars for one of the currency. */
  readonly dollarsPer: Rate
  readonly isSimulated: boolean
  /** The columns of an order whose price a code lowers; {@link PricedOrder.total} is then what is left. */
  readonly discount: OrderDiscount | null
}

/** What a code took off an order. */
type OrderDiscount = Pick<PaymentRecord, 'discount_code_id' | 'discount_cents' | 'discount_mailbox'>

/** What copies of an edition cost, whatever they are paid with. */
type PricedCopies = Pick<PricedOrder, 'edition' | 'unitPrice' | 'total' | 'currency'>

/** Prices copies of an edition on sale, in the shop's currency or another one that it has prices in. */
export function priceCopies(
  deps: Pick<PriceOrderDeps, 'policy' | 'onSale'>,
  request: Pick<OrderRequest, 'edition' | 'quantity' | 'currency'>,
): PricedCopies | CreationRefusal {
  const edition = findEdition(deps.onSale(), request.edition)
  if (edition === undefined) {
    const ids = deps
      .onSale()
      .map(({ id }) => id)
      .join(', ')
    return creationRefusal(400, 'BAD_REQUEST', `expected an edition on sale (${ids}), got ${request.edition}`)
  }
  const { currency = deps.policy.currency } = request
  const unitPrice = priceIn(edition, currency, deps.policy.currency)
  if (unitPrice === null) return currencyRefusal(deps, currency)
  const total = cents(unitPrice * request.quantity)
  if (total > ORDER_PRICE_MAX) {
    const most = Math.floor(ORDER_PRICE_MAX / unitPrice)
    return creationRefusal(400, 'BAD_REQUEST', `expected a quantity of at most ${String(most)} at this price`)
  }
  return { edition, unitPrice, total, currency }
}

/** Prices an order that may be paid on its rail now; a refusal if it may not. Nothing is written. */
export async function priceOrder(
  deps: PriceOrderDeps,
  request: OrderRequest,
  railStates: readonly RailState[],
): Promise<PricedOrder | CreationRefusal> {
  const copies = priceCopies(deps, request)
  if ('kind' in copies) return copies
  const { total, currency } = copies
  const rail = railOf(request.cryptoNetwork)
  if (rail.coin !== request.cryptoType) {
    return creationRefusal(
      400,
      'RAIL_MISMATCH',
      `${request.cryptoType} cannot be paid on the network ${rail.network}`,
    )
  }
  const isAddress =
    isAddressForm(rail.network, request.walletAddress, deps.outputNetworks) &&
    hasValidChecksum(rail.network, request.walletAddress, deps.outputNetworks)
  if (!isAddress) {
    return creationRefusal(
      400,
      'ADDRESS_INVALID',
      `walletAddress is not an address of the network ${rail.network}`,
    )
  }
  const { currency: shopCurrency, rates } = deps.policy
  if (request.totalPrice !== undefined && centsFromNumber(request.totalPrice, currency) !== total) {
    return priceRefusal(total, currency)
  }
  const state = railStates.find((one) => one.network === rail.network)
  const xpub = deps.wallets[rail.wallet]
  // without an address the order waits: the pool is being filled
  const isOpen = state !== undefined && isOpenIn(state, currency === shopCurrency)
  if (!isOpen || xpub === null) {
    const reason = state?.reason ?? 'not_configured'
    return railRefusal(rail, reason)
  }
  const [rate, dollarsPer] = await Promise.all([
    rates.current(rail.symbol, currency),
    rates.dollarsPer(currency),
  ])
  if (rate === null || dollarsPer === null)
    return creationRefusal(
      409,
      'RATE_UNAVAILABLE',
      `there is no current rate for ${rail.symbol}; try again soon`,
    )
  return { ...copies, rail, xpub, dollarsPer, rate, isSimulated: state.simulated, discount: null }
}

/**
 * Whether a rail takes orders, as far as its state says. Without a rate of the shop's currency it may have one of another:
 * that is read with the order.
 */
function isOpenIn({ available, reason }: RailState, isShopCurrency: boolean): boolean {
  return available || reason === 'no_address' || (!isShopCurrency && reason === 'no_rate')
}

/** There are no prices in the currency. */
export function currencyRefusal(
  { policy, onSale }: Pick<PriceOrderDeps, 'policy' | 'onSale'>,
  currency: Currency,
): CreationRefusal {
  const offered = offeredCurrencies(policy.currency, onSale()).join(', ')
  const message = `expected a currency in which there are prices (${offered}), got ${currency}`
  return creationRefusal(400, 'CURRENCY_NOT_OFFERED', message)
}

/** The buyer has seen another price than the one that counts now. */
export function priceRefusal(total: Cents, currency: Currency): CreationRefusal {
  const message = `the total of this order is ${formatCents(total, currency)} ${currency}; reload the page`
  return creationRefusal(400, 'PRICE_MISMATCH', message)
}

export function railRefusal({ network }: Rail, reason: RailReason): CreationRefusal {
  return creationRefusal(409, 'RAIL_UNAVAILABLE', `the network ${network} accepts no orders now: ${reason}`)
}
