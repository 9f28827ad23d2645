import type { Currency } from './currency.ts'
import type { Cents } from './money.ts'

/** The prices of an edition: that in the shop's currency, and those in others, by their codes. */
export interface EditionPrices {
  readonly priceCents: Cents
  readonly prices?: Readonly<Record<Currency, Cents>> | undefined
}

/**
 * The currencies a reader may choose from: the shop's, then the others in which every edition has a price, in the order of the
 * first edition.
 */
export function offeredCurrencies(
  currency: Currency,
  editions: readonly EditionPrices[],
): readonly [Currency, ...Currency[]] {
  const [first] = editions
  const others = Object.keys(first?.prices ?? {})
  return [
    currency,
    ...others.filter((one) => editions.every(({ prices = {} }) => Object.hasOwn(prices, one))),
  ]
}

/**
 * The price of an edition in a currency; null if it has none.
 *
 * @param shopCurrency that of `priceCents`.
 */
export function priceIn(
  { priceCents, prices = {} }: EditionPrices,
  currency: Currency,
  shopCurrency: Currency,
): Cents | null {
  if (currency === shopCurrency) return priceCents
  return (Object.hasOwn(prices, currency) ? prices[currency] : undefined) ?? null
}

/** What an edition costs in a currency. */
export interface Offer {
  readonly currency: Currency
  readonly priceCents: Cents
}

/** A game as far as its prices are concerned. */
interface PricedGame {
  /** Of `priceCents`. */
  readonly currency: Currency
  readonly editions: readonly EditionPrices[]
}

/** The prices of an edition in all currencies that its shop offers, the shop's own first. */
export function offersOf(
  edition: EditionPrices,
  { currency: shopCurrency, editions }: PricedGame,
): readonly Offer[] {
  return offeredCurrencies(shopCurrency, editions).flatMap((currency) => {
    const priceCents = priceIn(edition, currency, shopCurrency)
    return priceCents === null ? [] : [{ currency, priceCents }]
  })
}

/**
 * What is wrong with the prices of editions: every edition has one in the same currencies, and `prices` none in the shop's.
 *
 * @returns the edition and the currency of each fault, and a sentence.
 */
export function priceFaults(
  currency: Currency,
  editions: readonly (EditionPrices & { readonly id: string })[],
): readonly { readonly edition: string; readonly currency: Currency; readonly message: string }[] {
  const named = [...new Set(editions.flatMap(({ prices = {} }) => Object.keys(prices)))]
  return editions.flatMap(({ id, prices = {} }) =>
    named.flatMap((one) => {
      const has = Object.hasOwn(prices, one)
      const fault = (message: string) => [{ edition: id, currency: one, message }]
      if (one === currency) return has ? fault(`expected no price in ${one}, which priceCents is in`) : []
      return has ? [] : fault(`expected a price in ${one}, in which another edition has one`)
    }),
  )
}
