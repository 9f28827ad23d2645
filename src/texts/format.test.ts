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
  expect(formatPrice('en', cents(11999 * 100))).toBe('$11,999.00')
  expect(formatPrice('ar', cents(6399))).toContain('٦٣٫٩٩')
  expect(formatPrice('ar', cents(6399))).not.toContain('US')
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

test('a placeholder without a value stays in the text, so that the mistake is visible', () => {
  expect(fill('{a} and {b}', { a: '1' })).toBe('1 and {b}')
})
