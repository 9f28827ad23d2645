import { findEdition } from '#shared/editions.ts'
import type { EmbedProps } from '#shared/framed.ts'
import type { Language } from '#shared/languages.ts'
import { offeredCurrencies, priceIn } from '#shared/offered-prices.ts'
import { chooseCurrency } from './choose-currency.ts'
import { editionNames } from './edition-names.ts'
import type { Shell } from './page-facts-for.ts'
import type { SiteDeps } from './site-deps.ts'

/** What the page around a frame asks for; the first edition where it names none. */
export interface EmbedWish extends Pick<EmbedProps, 'origin' | 'quantity'> {
  readonly edition?: string | undefined
  readonly currency?: string | undefined
}

/** The shell of `/embed`; null for an edition that is not on sale. */
export function embedShellFor(
  { game, texts, outputNetworks }: Pick<SiteDeps, 'game' | 'texts' | 'outputNetworks'>,
  language: Language,
  { origin, edition: wanted, quantity, currency: named }: EmbedWish,
): Shell | null {
  const edition = wanted === undefined ? game.editions[0] : findEdition(game.editions, wanted)
  if (edition === undefined) return null
  const { id } = edition
  const currencies = offeredCurrencies(game.currency, game.editions)
  // in a frame of another site there is no cookie
  const currency = chooseCurrency({ query: named ?? null, cookie: undefined }, currencies)
  const priceCents = priceIn(edition, currency, game.currency) ?? edition.priceCents
  const name = editionNames(game, texts[language])[id] ?? id
  const { supportEmail } = game
  const props: EmbedProps = {
    ...{ language, origin, quantity, supportEmail, outputNetworks, currency },
    edition: { id, name, priceCents },
    ...(currencies.length > 1 ? { currencies } : {}),
  }
  return { script: 'embed', pageTitle: name, props }
}
