import { expect, test } from 'vitest'
import type { CreatePaymentRequest } from '#shared/api.ts'
import { createSubmitIntent } from './submit-intent.ts'

const request: CreatePaymentRequest = {
  userEmail: 'buyer@example.com',
  steamId: 'buyer@example.com',
  walletAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  edition: 'standard',
  cryptoType: 'ethereum',
  cryptoNetwork: 'ethereum',
  totalPrice: 63.99,
  quantity: 1,
}

test('retrying the same order keeps its key', () => {
  const intent = createSubmitIntent()
  expect(intent.keyFor({ ...request })).toBe(intent.keyFor({ ...request }))
})

test('a changed order gets a new key', () => {
  const intent = createSubmitIntent()
  expect(intent.keyFor(request)).not.toBe(intent.keyFor({ ...request, quantity: 2, totalPrice: 127.98 }))
})

test('after forget(), the same order is a new intent', () => {
  const intent = createSubmitIntent()
  const first = intent.keyFor(request)
  intent.forget()
  expect(intent.keyFor(request)).not.toBe(first)
})

test('a key has the form the server accepts', () => {
  expect(createSubmitIntent().keyFor(request)).toMatch(/^[\x21-\x7e]{8,200}$/)
})
