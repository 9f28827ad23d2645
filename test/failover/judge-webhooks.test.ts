import { expect, test } from 'vitest'
import { findBrokenWebhooks } from './judge-webhooks.ts'
import type { Losses } from './judge.ts'
import type { LedgerEntries } from './ledger.ts'

type Webhook = LedgerEntries['webhooks'][number]

const ORDER = 'one'
const STORED = { id: ORDER, email: '', address: '', status: 'confirmed', isDelivered: true, keys: [] }
const ALL = ['created', 'confirmed', 'delivered'].map((event) => webhook(event))

function webhook(event: string, changes: Partial<Webhook> = {}): Webhook {
  return {
    id: `id of ${event}`,
    event: `order.${event}`,
    orderId: ORDER,
    facts: 'noon',
    isSigned: true,
    at: 0,
    ...changes,
  }
}

function judge(
  webhooks: readonly Webhook[],
  { paid = [ORDER], losses = 'none' }: { paid?: readonly string[]; losses?: Losses } = {},
) {
  const ledger = {
    told: new Map(),
    mails: [],
    webhooks,
    paid: new Map(paid.map((id) => [id, 'a transaction'])),
  }
  const found = findBrokenWebhooks(ledger, [STORED], losses, new Set(paid))
  return found.map(({ rule, message }) => `${rule}: ${message}`)
}

test.each([
  ['each event once', ALL, []],
  ['an event again with its id', [...ALL, webhook('delivered')], []],
  ['an alert', [...ALL, webhook('x', { event: 'alert.raised', orderId: null })], []],
  ['an event less', ALL.slice(0, 2), ['webhook-missing: order.delivered one']],
  [
    'an event with two ids',
    [...ALL, webhook('confirmed', { id: 'other' })],
    ['webhook-twice: order.confirmed one: id of confirmed at noon, other at noon'],
  ],
  [
    'a wrong signature',
    [...ALL, webhook('delivered', { isSigned: false })],
    ['webhook-unsigned: id of delivered'],
  ],
  [
    'an order that is not stored',
    [...ALL, webhook('created', { orderId: 'two' })],
    ['webhook-lost: order.created two id of created'],
  ],
])('%s', (_, webhooks, found) => {
  expect(judge(webhooks)).toEqual(found)
})

test('an order that nobody paid may be told as created, and as nothing else', () => {
  expect(judge(ALL.slice(0, 2), { paid: [] })).toEqual([
    'webhook-unpaid: order.confirmed one id of confirmed',
  ])
})

test('after a loss an event may happen again, and its order may be gone', () => {
  const again = [webhook('confirmed', { id: 'other' }), webhook('created', { orderId: 'two' })]
  expect(judge([...ALL, ...again], { losses: 'some' })).toEqual([])
})
