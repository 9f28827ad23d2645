import { expect, test } from 'vitest'
import { chooseCurrency, currencyCookie } from './choose-currency.ts'

test.each([
  // ?currency  cookie                  page
  [null, undefined, 'EUR'],
  ['GBP', undefined, 'GBP'],
  [null, 'currency=JPY', 'JPY'],
  ['GBP', 'currency=JPY', 'GBP'],
  ['EUR', 'currency=JPY', 'EUR'],
  // named, but not offered: the shop's own
  ['USD', 'currency=JPY', 'EUR'],
  ['gbp', undefined, 'EUR'],
  ['', 'currency=JPY', 'EUR'],
  [null, 'currency=USD', 'EUR'],
  [null, 'subcurrency=GBP', 'EUR'],
  [null, 'currency=%00', 'EUR'],
] as const)('currency=%s, cookie %s: prices are in %s', (query, cookie, currency) => {
  expect(chooseCurrency({ query, cookie }, ['EUR', 'GBP', 'JPY'])).toBe(currency)
  expect(chooseCurrency({ query, cookie }, ['EUR'])).toBe('EUR')
})

test('a choice is stored if it is one', () => {
  const offer = { currencies: ['EUR', 'GBP'], isSecure: false }
  const header = 'currency=GBP; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax'
  expect(currencyCookie('GBP', offer)).toBe(header)
  expect(currencyCookie('GBP', { ...offer, isSecure: true })).toBe(`${header}; Secure`)
  expect(currencyCookie('EUR', offer)).toContain('currency=EUR')
  expect([currencyCookie(null, offer), currencyCookie('USD', offer)]).toEqual([null, null])
  expect(currencyCookie('EUR', { ...offer, currencies: ['EUR'] })).toBeNull()
})
