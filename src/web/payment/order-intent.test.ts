import { expect, test } from 'vitest'
import { parseIntent } from './order-intent.ts'

const ID = 'a5c3fdb2-16a4-4f0b-9d20-c7a0a4e6e001'

test.each([
  [{ edition: 'standard', quantity: 3, paymentId: null }],
  [{ edition: 'supporter', quantity: 100, paymentId: ID }],
])('%j is a valid intent', (intent) => expect(parseIntent(JSON.stringify(intent))).toEqual(intent))

test.each([
  ['not JSON', '{'],
  ['nothing', 'null'],
  ['no edition', JSON.stringify({ edition: 'Gold Edition', quantity: 1, paymentId: null })],
  ['no copies', JSON.stringify({ edition: 'standard', quantity: 0, paymentId: null })],
  ['too many copies', JSON.stringify({ edition: 'standard', quantity: 101, paymentId: null })],
  ['half a copy', JSON.stringify({ edition: 'standard', quantity: 1.5, paymentId: null })],
])('%s is not an intent', (_what, text) => expect(parseIntent(text)).toBeNull())

test('a payment id with an invalid form is left out', () => {
  const stored = JSON.stringify({ edition: 'standard', quantity: 1, paymentId: '/../admin' })
  expect(parseIntent(stored)?.paymentId).toBeNull()
})
