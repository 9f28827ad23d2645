import { expect, test } from 'vitest'
import { isOwnForm } from './is-own-form.ts'

const SHOP = 'https://shop.example'

test.each([
  // sec-fetch-site  origin                   accepted
  ['same-origin', SHOP, true],
  // a page without a referrer, such as an order's
  ['same-origin', 'null', true],
  ['none', undefined, true],
  ['same-site', SHOP, false],
  ['cross-site', SHOP, false],
  ['cross-site', undefined, false],
  // older browsers
  [undefined, SHOP, true],
  [undefined, 'null', true],
  [undefined, undefined, true],
  [undefined, 'https://evil.example', false],
  [undefined, 'https://shop.example.evil.example', false],
  [undefined, 'nonsense', false],
])('a form with Sec-Fetch-Site %s and Origin %s: accepted %s', (site, origin, isTaken) => {
  const headers = { 'sec-fetch-site': site, origin, host: 'shop.example' }
  expect(isOwnForm({ publicUrl: SHOP, isDemo: false }, headers)).toBe(isTaken)
})
