import { readCookie, setCookieHeader } from '#server/formats/cookies.ts'
import type { Currency } from '#shared/currency.ts'

const NAME = 'currency'
const YEAR_S = 31_536_000

/** The parts of a request that determine the currency of prices, by priority; neither language nor place is one. */
interface CurrencyHints {
  /** The currency in the URL, `?currency=GBP`; null without one. */
  readonly query: string | null
  /** The Cookie header. */
  readonly cookie: string | undefined
}

/**
 * Chooses the currency of prices: that of the URL, else the stored choice, else the shop's. The shop's is also shown for a
 * currency that it does not offer.
 *
 * @param offered the shop's first.
 */
export function chooseCurrency(
  { query, cookie }: CurrencyHints,
  [shopCurrency, ...others]: readonly [Currency, ...Currency[]],
): Currency {
  if (others.length === 0) return shopCurrency
  const wanted = query ?? readCookie(cookie, NAME)
  return others.find((currency) => currency === wanted) ?? shopCurrency
}

/** What decides whether a choice is stored. */
interface CurrencyOffer {
  readonly currencies: readonly Currency[]
  /** Whether the public URL is https. */
  readonly isSecure: boolean
}

/** The header that stores a choice for a year, as that of the language is; it works without a script. Null if none was made. */
export function currencyCookie(query: string | null, { currencies, isSecure }: CurrencyOffer): string | null {
  if (currencies.length < 2 || query === null || !currencies.includes(query)) return null
  return setCookieHeader(NAME, query, { maxAgeS: YEAR_S, isSecure, isHttpOnly: true })
}
