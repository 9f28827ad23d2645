import { USD } from '#shared/currency.ts'
import { describe, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import type { EditionFacts } from '#shared/page-facts.ts'
import { gameJsonLd } from './game-json-ld.ts'

const RELEASE = new Date('2027-03-01T17:00:00Z')

function edition(id: string, priceCents: number, isSoldOut = false): EditionFacts {
  const said = { name: `The ${id} edition`, pitch: '', features: [], picture: null }
  const offers = [{ currency: USD, priceCents: cents(priceCents) }]
  return { id, ...said, priceCents: cents(priceCents), offers, isBestValue: false, isSoldOut }
}

const FACTS: Parameters<typeof gameJsonLd>[0] = {
  ...{
    title: 'Ashen Dominion',
    description: 'A game.',
    language: 'fr',
    share: 'https://shop.example/s.jpg',
  },
  ...{
    publicUrl: 'https://shop.example',
    genres: ['Action'],
    platforms: ['PC'],
    releaseAt: RELEASE,
    isOut: false,
  },
  editions: [edition('standard', 6399), edition('supporter', 12_000, true)],
}

const offersOf = (changes: Partial<typeof FACTS> = {}) =>
  (gameJsonLd({ ...FACTS, ...changes }) as { readonly offers: readonly object[] }).offers

describe('what search engines read of the game', () => {
  test('is a product with its own address, picture and release date', () => {
    expect(gameJsonLd(FACTS)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': ['VideoGame', 'Product'],
      name: 'Ashen Dominion',
      url: 'https://shop.example/?lang=fr',
      image: 'https://shop.example/s.jpg',
      releaseDate: '2027-03-01T17:00:00.000Z',
      datePublished: '2027-03-01T17:00:00.000Z',
    })
  })

  test('has an offer of each edition, with price, currency, stock, address and the day it is available', () => {
    const common = {
      '@type': 'Offer',
      priceCurrency: 'USD',
      url: 'https://shop.example/?lang=fr#pre-order',
    }
    expect(offersOf()).toEqual([
      {
        ...common,
        ...{ name: 'The standard edition', sku: 'standard', price: '63.99' },
        availability: 'https://schema.org/PreOrder',
        availabilityStarts: '2027-03-01T17:00:00.000Z',
      },
      {
        ...common,
        ...{ name: 'The supporter edition', sku: 'supporter', price: '120.00' },
        availability: 'https://schema.org/SoldOut',
      },
    ])
  })

  test('says that a game that is out is in stock, as far as there are keys', () => {
    expect(offersOf({ isOut: true })).toMatchObject([
      { availability: 'https://schema.org/InStock' },
      { availability: 'https://schema.org/SoldOut' },
    ])
  })

  test('has no address where the shop knows none', () => {
    expect(JSON.stringify(gameJsonLd({ ...FACTS, publicUrl: null }))).not.toMatch(/"(url|image)"/)
  })
})
