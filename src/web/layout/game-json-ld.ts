import { formatCents } from '#shared/money.ts'
import type { Offer } from '#shared/offered-prices.ts'
import type { EditionFacts, LandingFacts } from '#shared/page-facts.ts'

/** What search engines are told of. */
type SearchedFacts = Pick<
  LandingFacts,
  | 'title'
  | 'description'
  | 'language'
  | 'publicUrl'
  | 'genres'
  | 'platforms'
  | 'releaseAt'
  | 'editions'
  | 'isOut'
  | 'share'
>

/** The game and its editions as schema.org data: a product with an offer of each edition. Without a public URL the shop includes no addresses. */
export function gameJsonLd(facts: SearchedFacts): object {
  const { title, description, language, publicUrl, genres, platforms, releaseAt, editions } = facts
  const url = publicUrl === null ? null : `${publicUrl}/?lang=${language}`
  return {
    '@context': 'https://schema.org',
    '@type': ['VideoGame', 'Product'],
    name: title,
    description,
    inLanguage: language,
    ...(genres.length > 0 && { genre: genres }),
    ...(platforms.length > 0 && { gamePlatform: platforms }),
    applicationCategory: 'Game',
    datePublished: releaseAt.toISOString(),
    releaseDate: releaseAt.toISOString(),
    ...(url !== null && { url, image: facts.share }),
    offers: editions.flatMap((edition) =>
      edition.offers.map((offer, at) =>
        offerOf(edition, offer, facts, at === 0 ? url : inCurrency(url, offer)),
      ),
    ),
  }
}

/** The page that shows a price in a currency other than the shop's own. */
function inCurrency(url: string | null, { currency }: Offer): string | null {
  return url === null ? null : `${url}&currency=${currency}`
}

function offerOf(
  edition: EditionFacts,
  { currency, priceCents }: Offer,
  { isOut, releaseAt }: Pick<SearchedFacts, 'isOut' | 'releaseAt'>,
  url: string | null,
): object {
  const availability = availabilityOf(edition, isOut)
  return {
    '@type': 'Offer',
    name: edition.name,
    sku: edition.id,
    price: formatCents(priceCents, currency),
    priceCurrency: currency,
    availability: `https://schema.org/${availability}`,
    ...(availability === 'PreOrder' && { availabilityStarts: releaseAt.toISOString() }),
    ...(url !== null && { url: `${url}#pre-order` }),
  }
}

function availabilityOf(edition: EditionFacts, isOut: boolean): 'SoldOut' | 'InStock' | 'PreOrder' {
  if (edition.isSoldOut) return 'SoldOut'
  return isOut ? 'InStock' : 'PreOrder'
}
