import { centsToNumber } from '#shared/money.ts'
import type { EditionFacts, LandingFacts } from '#shared/page-facts.ts'

/** The game and its editions as schema.org data. Without a public URL the shop includes no addresses. */
export function gameJsonLd(facts: LandingFacts): object {
  const { title, description, language, publicUrl, genres, platforms, releaseAt, editions } = facts
  const url = publicUrl === null ? null : `${publicUrl}/?lang=${language}`
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoGame',
    name: title,
    description,
    inLanguage: language,
    ...(genres.length > 0 && { genre: genres }),
    ...(platforms.length > 0 && { gamePlatform: platforms }),
    applicationCategory: 'Game',
    datePublished: releaseAt.toISOString(),
    ...(url !== null && { url, image: facts.share }),
    offers: editions.map((edition) => offerOf(edition, facts.isOut, url)),
  }
}

function offerOf(edition: EditionFacts, isOut: boolean, url: string | null): object {
  return {
    '@type': 'Offer',
    name: edition.name,
    price: centsToNumber(edition.priceCents).toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${availabilityOf(edition, isOut)}`,
    ...(url !== null && { url: `${url}#pre-order` }),
  }
}

function availabilityOf(edition: EditionFacts, isOut: boolean): 'SoldOut' | 'InStock' | 'PreOrder' {
  if (edition.isSoldOut) return 'SoldOut'
  return isOut ? 'InStock' : 'PreOrder'
}
