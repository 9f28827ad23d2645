import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { offeredCurrencies, offersOf, priceFaults, priceIn } from './offered-prices.ts'

const BOTH = { id: 'standard', priceCents: cents(24_50), prices: { GBP: cents(21_00), JPY: cents(4_000) } }
const POUNDS = { id: 'crew', priceCents: cents(90_00), prices: { GBP: cents(80_00) } }
const NONE = { id: 'plain', priceCents: cents(10_00) }

test.each([
  ['one edition', [BOTH], ['EUR', 'GBP', 'JPY']],
  ['what every edition has a price in', [BOTH, POUNDS], ['EUR', 'GBP']],
  ['an edition with the shop’s alone', [BOTH, NONE], ['EUR']],
  ['no edition', [], ['EUR']],
])('of %s these are offered: %j → %j', (_what, editions, offered) => {
  expect(offeredCurrencies('EUR', editions)).toEqual(offered)
})

test('an edition costs what it has a price for, and nothing is converted', () => {
  expect([priceIn(BOTH, 'EUR', 'EUR'), priceIn(BOTH, 'JPY', 'EUR')]).toEqual([2450, 4000])
  expect([priceIn(POUNDS, 'JPY', 'EUR'), priceIn(NONE, 'GBP', 'EUR')]).toEqual([null, null])
  expect(priceIn(BOTH, 'constructor', 'EUR')).toBeNull()
  expect(offersOf(BOTH, { currency: 'EUR', editions: [BOTH, POUNDS] })).toEqual([
    { currency: 'EUR', priceCents: 2450 },
    { currency: 'GBP', priceCents: 2100 },
  ])
})

test('an edition that lacks the currency of another is a fault, and so is a second price in the shop’s', () => {
  expect(priceFaults('EUR', [BOTH])).toEqual([])
  const faults = priceFaults('EUR', [BOTH, POUNDS, NONE])
  expect(faults.map(({ edition, currency }) => [edition, currency])).toEqual([
    ['crew', 'JPY'],
    ['plain', 'GBP'],
    ['plain', 'JPY'],
  ])
  expect(priceFaults('GBP', [POUNDS])).toMatchObject([{ edition: 'crew', currency: 'GBP' }])
})
