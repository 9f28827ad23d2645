import { networksAll } from '#shared/address-form.ts'
import { expect, test } from 'vitest'
import type { BuyerEvent, BuyerRefund, BuyerTransfer } from '#shared/buyer-api.ts'
import { BUYER_EVENTS } from '#shared/buyer-api.ts'
import { PAYMENT_STATUSES } from '#shared/payment-status.ts'
import { orderPageTextsOf } from '#texts/rendered-texts.ts'
import { describeEvent } from '#web/payment/describe-event.ts'
import { orderIdOf } from './order-id.ts'
import { refundFaults } from './refund-faults.ts'
import { refundSteps } from './refund-steps.ts'

const ID = '5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10'

test.each([
  [`/order/${ID}`, ID],
  [`/order/${ID}/`, ID],
  [`/order/${ID.toUpperCase()}`, ID],
  ['/order/', null],
  ['/order/5f0c1a52', null],
  [`/order/${ID}/keys`, null],
])('%s is the page of order %s', (path, id) => expect(orderIdOf(path)).toBe(id))

const AT = '2026-11-21T10:00:00.000Z'
const event = (changes: Partial<BuyerEvent>): BuyerEvent => ({
  at: AT,
  kind: 'ordered',
  transferId: null,
  status: null,
  flags: [],
  copies: null,
  template: null,
  ...changes,
})
const lostTransfer: BuyerTransfer = {
  id: 'bitcoin:ab:0',
  chain: 'bitcoin',
  asset: 'BTC',
  amount: '0.001',
  txHash: 'ab',
  evidence: 'output',
  isOfRail: true,
  seenAt: AT,
  block: null,
  confirmations: 0,
  nodesAgreed: 0,
  lost: { at: AT, as: 'orphaned' },
  url: null,
}
const describe = (changes: Partial<BuyerEvent>, transfer: BuyerTransfer | null = null) =>
  describeEvent(orderPageTextsOf('en'), event(changes), transfer, String)

test.each<[Partial<BuyerEvent>, string]>([
  [{}, 'Ordered'],
  [{ kind: 'status', status: 'confirmed' }, 'Payment confirmed'],
  [{ kind: 'status', status: 'confirmed', flags: ['late'] }, 'Payment confirmed (after the payment window)'],
  [{ kind: 'status', status: 'expired', flags: ['late'] }, 'The payment window ended without money'],
  [{ kind: 'keys_handed_out', copies: 3 }, 'Keys handed out: 3'],
  [{ kind: 'mail_sent', template: 'keys' }, 'Mail sent: your keys'],
  [{ kind: 'mail_sent', template: 'of-a-later-release' }, 'Mail sent: about your order'],
  [{ kind: 'refund_asked', copies: 2 }, 'Refund requested, copies: 2'],
  [{ kind: 'refund_asked', copies: 0 }, 'Refund requested'],
])('%o is described as "%s"', (changes, words) => expect(describe(changes)).toBe(words))

test('a lostTransfer transfer is described with the reason', () => {
  expect(describe({ kind: 'lost', transferId: lostTransfer.id }, lostTransfer)).toMatch(/took a block back/)
})

test('every event and every status has a text in every language, without placeholders', () => {
  const events = [
    ...BUYER_EVENTS.map((kind) => event({ kind, copies: 1, template: 'keys' })),
    ...PAYMENT_STATUSES.map((status) => event({ kind: 'status', status })),
  ]
  for (const texts of Object.values(orderPageTextsOf)) {
    for (const one of events) expect(describeEvent(texts, one, null, String)).toMatch(/^[^{}]+$/)
  }
})

const refund: BuyerRefund = {
  id: ID,
  status: 'asked',
  askedAt: AT,
  askedBy: 'buyer',
  copies: 1,
  chain: 'bitcoin',
  asset: 'BTC',
  address: 'bc1q',
  owed: null,
  quotedAt: null,
  paid: '0',
  verifiedAt: null,
  correctionNumber: null,
  transactions: [],
}
const sent: BuyerRefund['transactions'] = [
  { txHash: 'ab', status: 'waiting', amount: null, recordedAt: AT, url: null },
]

test.each<[Partial<BuyerRefund>, string[]]>([
  [{}, ['asked']],
  [{ owed: '0.1', quotedAt: AT }, ['asked', 'quoted']],
  [{ status: 'recorded', owed: '0.1', quotedAt: AT, transactions: sent }, ['asked', 'quoted', 'sent']],
  [{ status: 'mismatch', owed: '0.1', quotedAt: AT, transactions: sent }, ['asked', 'quoted', 'sent']],
  [
    { status: 'verified', owed: '0.1', quotedAt: AT, verifiedAt: AT, transactions: sent },
    ['asked', 'quoted', 'sent', 'proved'],
  ],
])('a refund %o has completed the steps %s', (changes, done) => {
  const steps = refundSteps({ ...refund, ...changes })
  expect(steps.filter(({ isDone }) => isDone).map(({ step }) => step)).toEqual(done)
})

test.each([
  [null, true, []],
  [null, false, ['confirm']],
  [' 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 ', true, []],
  ['', true, ['address']],
  // the last letter in the wrong case
  ['0x9858EfFD232B4033E47d90003D41EC34EcaEdA94', true, ['address']],
  ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', false, ['address', 'confirm']],
])('another refund address "%s", confirmed %s: faults %s', (address, isConfirmed, faults) => {
  expect(refundFaults({ address, isConfirmed }, 'erc20', networksAll('mainnet'))).toEqual(faults)
})
