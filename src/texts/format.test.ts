import { USD } from '#shared/currency.ts'
import { expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { arSite } from '#texts/ar/site.ts'
import { enSite } from '#texts/en/site.ts'
import { fill, formatCount, formatPrice, plural } from './format.ts'

test('numbers have the separators and digits of the language', () => {
  expect(formatCount('en', 12480)).toBe('12,480')
  expect(formatCount('ar', 12480)).toBe('١٢٬٤٨٠')
})

test('prices are exact dollars with a plain dollar sign', () => {
  expect(formatPrice('en', cents(11999 * 100), USD)).toBe('$11,999.00')
  expect(formatPrice('ar', cents(6399), USD)).toContain('٦٣٫٩٩')
  expect(formatPrice('ar', cents(6399), USD)).not.toContain('US')
})

test.each([
  ['en', 'EUR', 5999, '€59.99'],
  ['de', 'EUR', 5999, '59,99 €'],
  ['fr', 'JPY', 1_234_500, '1 234 500 ¥'],
  ['ru', 'PLN', 24_999, '249,99 zł'],
  ['en', 'KWD', 19_500, 'KWD 19.500'],
  ['he', 'BRL', 24_999, '\u2066249.99 R$\u2069'],
  ['ar', 'EUR', 5999, '\u2066٥٩٫٩٩ €\u2069'],
] as const)('in %s, a price in %s has its sign and its decimals', (language, currency, price, text) => {
  expect(formatPrice(language, cents(price), currency).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text)
})

test.each([
  [1, '1 person has purchased', 'اشترى شخص واحد'],
  [2, '2 people have purchased', 'اشترى شخصان'],
  [5, '5 people have purchased', 'اشترى ٥ أشخاص'],
  [12480, '12,480 people have purchased', 'اشترى ١٢٬٤٨٠ شخصًا'],
])('%d purchases use the plural form of each language', (count, english, arabic) => {
  expect(plural('en', enSite.preOrder.purchased, count)).toBe(english)
  expect(plural('ar', arSite.preOrder.purchased, count)).toBe(arabic)
})

test('a text without its number is in the singular for one thing alone, though Russian counts 21 like one', () => {
  const key = { one: 'Ваш ключ', few: 'Ваши ключи', many: 'Ваши ключи', other: 'Ваши ключи' }
  const counted = {
    one: '{count} ключ',
    few: '{count} ключа',
    many: '{count} ключей',
    other: '{count} ключа',
  }
  expect([1, 2, 21].map((count) => plural('ru', key, count))).toEqual([
    'Ваш ключ',
    'Ваши ключи',
    'Ваши ключи',
  ])
  expect([1, 2, 21].map((count) => plural('ru', counted, count))).toEqual(['1 ключ', '2 ключа', '21 ключ'])
})

test('a placeholder without a value stays in the text, so that the mistake is visible', () => {
  expect(fill('{a} and {b}', { a: '1' })).toBe('1 and {b}')
})
