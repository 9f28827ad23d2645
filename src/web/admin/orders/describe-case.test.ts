import { expect, test } from 'vitest'
import type { OrderRow } from '#shared/orders-api.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { caseOf, describeCase } from './describe-case.ts'

const ORDER: OrderRow = {
  id: '11111111-1111-4111-8111-111111111111',
  currency: 'USD',
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:15:00.000Z',
  confirmedAt: null,
  deliveredAt: null,
  status: 'review',
  flags: [],
  edition: 'supporter',
  quantity: 1,
  coin: 'ethereum',
  network: 'ethereum',
  amount: '0.04',
  received: '0',
  arrived: [{ chain: 'bsc', asset: 'USDT', amount: '119.99' }],
  priceCents: 119_99,
  language: 'en',
  email: 'buyer@example.com',
  simulated: false,
  unagreedSince: null,
  limitedSince: null,
}
const DELIVERED = '2026-11-20T12:20:00.000Z'

test.each([
  // flags                          of the order                                     the sentence
  [['underpaid'], {}, 'underpaid'],
  [['underpaid', 'wrong_network'], {}, 'wrong_network'],
  [['late', 'wrong_token'], {}, 'wrong_token'],
  [['late', 'underpaid'], {}, 'underpaid'],
  [['late'], {}, 'late'],
  [['reorged'], { deliveredAt: DELIVERED }, 'reorged'],
  [['reorged'], {}, 'else'],
  [['overpaid'], {}, 'else'],
  [['nodes_disagree'], { unagreedSince: DELIVERED }, 'unagreed'],
  [[], { unagreedSince: null, limitedSince: DELIVERED }, 'limited'],
] as const)('an order with the flags %j and %j is explained as %s', (flags, more, wanted) => {
  expect(caseOf({ ...ORDER, flags: [...flags], ...more })).toBe(wanted)
})

test('the sentence names the money that came in any coin, and what was due', () => {
  const sentence = describeCase({ ...ORDER, flags: ['wrong_token'] }, enAdmin)
  expect(sentence.replace(/[\u2066\u2069]/g, '')).toBe(
    '119.99 USDT (BNB Smart Chain) came, but in another coin: this order is for 0.04 ETH.',
  )
})
