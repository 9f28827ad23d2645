import type { Currency } from '#shared/currency.ts'
import { CreatePaymentRequest, IdempotencyKey } from '#shared/api.ts'
import { addressFault } from '#shared/address-fault.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import { findEdition, type Edition, type EditionId } from '#shared/editions.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from '#shared/constants.ts'
import { DISCOUNT_CODE_INPUT_MAX } from '#shared/discounts.ts'
import { priceIn } from '#shared/offered-prices.ts'
import { cents, centsToNumber } from '#shared/money.ts'
import type { EntryFault, OrderFaults, OrderField, OrderFormFacts } from '#shared/plain-facts.ts'
import { isNetwork, railOf } from '#shared/rails.ts'
import type { FormFields } from './form-fields.ts'

type Typed = OrderFormFacts['typed']

/** Reads the entries of the order form, from a posted form or from the URL of the landing page's button. */
export function typedOrder(fields: FormFields, editions: readonly Edition[]): Typed {
  const [edition, network] = [fields.text('edition'), fields.text('network')]
  return {
    edition: (findEdition(editions, edition) ?? editions[0])?.id ?? '',
    quantity: fields.has('quantity') ? fields.text('quantity').trim() : '1',
    network: isNetwork(network) ? network : null,
    userEmail: fields.text('userEmail').trim(),
    walletAddress: fields.text('walletAddress').trim(),
    discountCode: fields.text('discountCode').trim().slice(0, DISCOUNT_CODE_INPUT_MAX),
  }
}

/** The quantity; null if the entry is not a whole number from 1 to 100. */
export function quantityOf({ quantity }: Pick<Typed, 'quantity'>): number | null {
  if (!/^\d{1,3}$/.test(quantity)) return null
  const number = Number(quantity)
  return number >= QUANTITY_MIN && number <= QUANTITY_MAX ? number : null
}

/** The order that a form describes, or the faults of its entries. */
export type OrderEntries =
  | { readonly kind: 'order'; readonly request: CreatePaymentRequest; readonly idempotencyKey: string | null }
  | { readonly kind: 'faulty'; readonly faults: OrderFaults }

interface OrderRules {
  readonly outputNetworks: OutputNetworks
  /** Of the shop's own prices. */
  readonly shopCurrency: Currency
  /** Of the prices that the form showed. */
  readonly currency: Currency
  readonly soldOut: ReadonlySet<EditionId>
  /** The editions on sale. */
  readonly editions: readonly Edition[]
}

export function readOrderEntries(fields: FormFields, rules: OrderRules): OrderEntries {
  const typed = typedOrder(fields, rules.editions)
  const asked = findEdition(rules.editions, fields.text('edition'))
  const quantity = quantityOf(typed)
  const faults = new Map<OrderField, EntryFault>()
  if (asked === undefined || rules.soldOut.has(asked.id)) faults.set('edition', 'invalid')
  if (quantity === null) faults.set('quantity', 'invalid')
  if (typed.network === null) faults.set('network', 'missing')
  else {
    const fault = addressFault(typed.network, typed.walletAddress, rules.outputNetworks)
    if (fault !== null) faults.set('walletAddress', fault === 'checksum' ? 'checksum' : 'invalid')
  }
  if (typed.network === null && typed.walletAddress === '') faults.set('walletAddress', 'missing')
  if (!CreatePaymentRequest.shape.userEmail.safeParse(typed.userEmail).success)
    faults.set('userEmail', 'invalid')
  if (asked === undefined || quantity === null || typed.network === null || faults.size > 0) {
    return { kind: 'faulty', faults }
  }
  const { userEmail, walletAddress, network, discountCode } = typed
  const request: CreatePaymentRequest = {
    userEmail,
    steamId: userEmail,
    walletAddress,
    edition: asked.id,
    cryptoType: railOf(network).coin,
    cryptoNetwork: network,
    totalPrice: centsToNumber(cents(seenPrice(fields, asked, rules) * quantity), rules.currency),
    quantity,
    ...(discountCode === '' ? {} : { discountCode }),
    ...(rules.currency === rules.shopCurrency ? {} : { currency: rules.currency }),
  }
  const key = IdempotencyKey.safeParse(fields.text('key'))
  return { kind: 'order', request, idempotencyKey: key.success ? key.data : null }
}

/** The price shown with the form. If it has changed since, the order is refused and the form shows the new price. */
function seenPrice(fields: FormFields, edition: Edition, { currency, shopCurrency }: OrderRules): number {
  const seen = fields.text(`seen-${edition.id}`)
  if (/^\d{1,7}$/.test(seen)) return Number(seen)
  return priceIn(edition, currency, shopCurrency) ?? edition.priceCents
}
