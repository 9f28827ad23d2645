import type { PageFacts } from '#shared/page-facts.ts'

/** The query of a currency other than the shop's own, which links carry on: a browser may refuse the cookie with it. */
export function chosenCurrency({
  currency,
  currencies,
}: Pick<PageFacts, 'currency' | 'currencies'>): Readonly<Record<string, string>> {
  return currency === currencies[0] ? {} : { currency }
}
