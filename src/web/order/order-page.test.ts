import { expect, test } from 'vitest'
import type { PaymentView } from '#web/api/payment-view.ts'
import { orderIdOf } from './order-id.ts'
import { orderTimeline } from './order-timeline.ts'

const ID = '5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10'

test.each([
  [`/order/${ID}`, ID],
  [`/order/${ID}/`, ID],
  [`/order/${ID.toUpperCase()}`, ID],
  ['/order/', null],
  ['/order/5f0c1a52', null],
  [`/order/${ID}/keys`, null],
])('%s is the page of order %s', (path, id) => {
  expect(orderIdOf(path)).toBe(id)
})

const payment: PaymentView = {
  id: ID,
  cryptoAmount: '63.99',
  cryptoType: 'usdt',
  cryptoNetwork: 'trc20',
  paymentAddress: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  priceUSD: 63.99,
  quantity: 1,
  edition: 'standard',
  status: 'pending',
  flags: [],
  expiresAt: '2026-11-21T10:15:00.000Z',
  createdAt: '2026-11-21T10:00:00.000Z',
  confirmedAt: null,
  transactionHash: null,
  blockchainConfirmations: 0,
  received: '0',
  remaining: '63.99',
  requiredConfirmations: 19,
  isSimulated: false,
  isReread: true,
}
const confirmed: Partial<PaymentView> = { status: 'confirmed', confirmedAt: '2026-11-21T10:04:00.000Z' }

test.each<[Partial<PaymentView>, boolean, string[]]>([
  [{}, false, ['ordered']],
  [{ status: 'detected' }, false, ['ordered', 'detected']],
  [confirmed, true, ['ordered', 'confirmed', 'delivered']],
  [{ ...confirmed, flags: ['awaiting_keys'] }, false, ['ordered', 'confirmed', 'awaitingKeys']],
])('%o, keys %s: %o', (changes, hasKeys, kinds) => {
  expect(orderTimeline({ ...payment, ...changes }, hasKeys).map((entry) => entry.kind)).toEqual(kinds)
})
