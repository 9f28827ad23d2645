import { USD } from '#shared/currency.ts'
import { expect, test } from 'vitest'
import { isCompleteGame, readPrice, trimGame, typedPrice } from './typed-game.ts'

test.each([
  ['49.99', 4999],
  [' 49,9 ', 4990],
  ['5', 500],
  ['0.01', 1],
  ['99999.99', 9_999_999],
  ['0', 0],
  ['1.999', 0],
  ['10000000.01', 0],
  ['-1', 0],
  ['', 0],
])('the price “%s” is %i cents', (text, price) => expect(readPrice(text, USD)).toBe(price))

test('a price is typed with two decimals', () => {
  expect([typedPrice(4990, USD), typedPrice(5, USD)]).toEqual(['49.90', '0.05'])
})

const WORDS = {
  questions: { title: ' Questions ', items: [{ question: 'Why?', answer: ' Because. ' }] },
  announcement: { title: 'Soon', text: 'On Friday.' },
  laterAnnouncement: null,
}
const TYPED = {
  releaseAt: '2031-05-02T16:00:00.000Z',
  afterLaunch: null,
  editions: {
    standard: {
      priceCents: 100,
      prices: { GBP: 90 },
      redeem: { shop: ' Steam ', link: ' https://store.example ', steps: { en: [' One ', '', 'Two'] } },
    },
  },
  texts: { en: WORDS },
}

test('what is typed is stored without spaces around it and without empty steps', () => {
  expect(trimGame(TYPED)).toEqual({
    ...TYPED,
    editions: {
      standard: {
        priceCents: 100,
        prices: { GBP: 90 },
        redeem: { shop: 'Steam', link: 'https://store.example', steps: { en: ['One', 'Two'] } },
      },
    },
    texts: {
      en: { ...WORDS, questions: { title: 'Questions', items: [{ question: 'Why?', answer: 'Because.' }] } },
    },
  })
})

const edition = TYPED.editions.standard
test.each([
  ['all of it', TYPED, true],
  ['no redeeming', { ...TYPED, editions: { standard: { priceCents: 1, prices: {}, redeem: null } } }, true],
  ['no price in pounds', { ...TYPED, editions: { standard: { ...edition, prices: { GBP: 0 } } } }, false],
  ['no price', { ...TYPED, editions: { standard: { ...edition, priceCents: 0 } } }, false],
  ['no date', { ...TYPED, releaseAt: '' }, false],
  [
    'no address',
    { ...TYPED, editions: { standard: { ...edition, redeem: { ...edition.redeem, link: 'http://a' } } } },
    false,
  ],
  ['a language without steps', { ...TYPED, texts: { en: WORDS, de: WORDS } }, false],
  [
    'an empty answer',
    {
      ...TYPED,
      texts: { en: { ...WORDS, questions: { title: 'Q', items: [{ question: 'Why?', answer: ' ' }] } } },
    },
    false,
  ],
  [
    'no announcement',
    { ...TYPED, texts: { en: { ...WORDS, announcement: { title: '', text: '' } } } },
    false,
  ],
])('with %s it can be saved: %s', (_what, typed, isComplete) => {
  expect(isCompleteGame(trimGame(typed))).toBe(isComplete)
})
