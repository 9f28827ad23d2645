import { expect, test } from 'vitest'
import { parseStoredPayment } from './stored-payment.ts'

const stored = {
  paymentId: '5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10',
  edition: 'supporter',
  quantity: 2,
  step: 'verification',
}

test('a stored payment is read back', () => {
  expect(parseStoredPayment(JSON.stringify(stored))).toEqual(stored)
})

test('an unknown step opens the panel', () => {
  expect(parseStoredPayment(JSON.stringify({ ...stored, step: 'form' }))?.step).toBe('payment')
})

test.each([null, '', 'null', '{', '[]', '"text"'])('%s is not a payment', (text) => {
  expect(parseStoredPayment(text)).toBeNull()
})

test.each([
  { paymentId: '../admin' },
  { paymentId: 7 },
  { edition: 'Gold' },
  { quantity: 0 },
  { quantity: 1.5 },
])('a payment with %o is rejected', (change) => {
  expect(parseStoredPayment(JSON.stringify({ ...stored, ...change }))).toBeNull()
})
