import { expect, test } from 'vitest'
import type { PaymentStatus } from '#shared/payment-status.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { isFinished } from './is-finished.ts'
import { checkoutReducer, type Check, type CheckoutEvent, type CheckoutState } from './checkout-state.ts'

const ID = '5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10'

function payment(status: PaymentStatus, changes: Partial<PaymentView> = {}): PaymentView {
  return {
    id: ID,
    cryptoAmount: '0.00212',
    currency: 'USD',
    price: 127.98,
    cryptoType: 'bitcoin',
    cryptoNetwork: 'bitcoin',
    paymentAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    priceUSD: 127.98,
    quantity: 2,
    edition: 'standard',
    status,
    flags: [],
    expiresAt: '2026-11-21T10:15:00.000Z',
    createdAt: '2026-11-21T10:00:00.000Z',
    confirmedAt: null,
    transactionHash: null,
    blockchainConfirmations: 0,
    received: '0',
    remaining: '0.00212',
    requiredConfirmations: 1,
    isSimulated: false,
    isWithdrawn: false,
    isReread: true,
    ...changes,
  }
}

const form: CheckoutState = { step: 'form' }
const panel = (status: PaymentStatus = 'pending'): CheckoutState => ({
  step: 'payment',
  payment: payment(status),
})
const verifying = (check: Check['kind'], status: PaymentStatus = 'pending', attempts = 0): CheckoutState => ({
  step: 'verification',
  payment: payment(status),
  check: check === 'failed' ? { kind: 'failed', isUnanswered: false } : { kind: check },
  attempts,
})
const invoice: CheckoutState = { step: 'invoice', payment: payment('confirmed') }
const refunded: CheckoutState = { step: 'refunded', payment: payment('refunded') }
const loading = (next: 'payment' | 'verification'): CheckoutState => ({
  step: 'loading',
  paymentId: ID,
  next,
})
const read = (status: PaymentStatus): CheckoutEvent => ({ kind: 'read', payment: payment(status) })
const answer = (isFound: boolean, isConfirmed: boolean): CheckoutEvent => ({
  kind: 'checkAnswered',
  isFound,
  isConfirmed,
})

function describeState(state: CheckoutState): string {
  if (state.step !== 'verification') return state.step
  return `verification ${state.check.kind}`
}

test.each<[CheckoutState, CheckoutEvent, string]>([
  // the normal sequence
  [form, { kind: 'created', payment: payment('pending') }, 'payment'],
  [panel(), { kind: 'sentIt' }, 'verification waiting'],
  [verifying('waiting'), { kind: 'back' }, 'payment'],
  [verifying('waiting'), { kind: 'checkStarted' }, 'verification checking'],
  [verifying('checking'), answer(true, true), 'verification confirmed'],
  [verifying('checking'), answer(true, false), 'verification waiting'],
  [verifying('checking'), answer(false, false), 'verification failed'],
  [verifying('checking'), { kind: 'checkUnanswered' }, 'verification failed'],
  [verifying('failed'), { kind: 'tryAgain' }, 'verification waiting'],
  [verifying('confirmed'), { kind: 'invoiceDue' }, 'invoice'],

  // a buyer whose payment was detected never sees "not found"
  [verifying('checking', 'detected'), { kind: 'checkUnanswered' }, 'verification waiting'],
  [verifying('failed'), read('detected'), 'verification waiting'],
  [verifying('failed'), read('pending'), 'verification failed'],

  // detection and confirmation advance every step without input
  [panel(), read('detected'), 'verification waiting'],
  [panel(), read('partial'), 'verification waiting'],
  [panel(), read('review'), 'verification waiting'],
  [panel(), read('confirmed'), 'verification confirmed'],
  [verifying('waiting'), read('confirmed'), 'verification confirmed'],
  [verifying('checking'), read('confirmed'), 'verification confirmed'],
  [panel(), read('pending'), 'payment'],
  [panel(), read('expired'), 'payment'],
  [verifying('waiting'), read('expired'), 'verification waiting'],

  // a buyer who went back to the panel to send the rest stays there until it is seen; then there is nothing to send
  [panel('partial'), read('partial'), 'payment'],
  [verifying('waiting', 'partial'), { kind: 'back' }, 'payment'],
  [panel('partial'), read('detected'), 'verification waiting'],
  [panel('detected'), read('detected'), 'verification waiting'],
  [verifying('waiting', 'detected'), { kind: 'back' }, 'verification waiting'],
  [verifying('waiting', 'review'), { kind: 'back' }, 'verification waiting'],
  [
    panel(),
    { kind: 'read', payment: payment('pending', { flags: ['wrong_network'] }) },
    'verification waiting',
  ],
  [panel('detected'), read('confirmed'), 'verification confirmed'],

  // a status may be reverted
  [verifying('confirmed', 'confirmed'), read('detected'), 'verification waiting'],
  [invoice, read('review'), 'verification waiting'],
  [invoice, read('confirmed'), 'invoice'],
  [invoice, read('refunded'), 'refunded'],
  [panel(), read('refunded'), 'refunded'],
  [refunded, read('refunded'), 'refunded'],

  // a stored payment opens at the step where it was left, or at the one it has reached
  [loading('payment'), read('pending'), 'payment'],
  [loading('verification'), read('pending'), 'verification waiting'],
  [loading('payment'), read('detected'), 'verification waiting'],
  [loading('payment'), read('confirmed'), 'invoice'],
  [loading('payment'), read('refunded'), 'refunded'],
  [loading('payment'), { kind: 'notFound' }, 'missing'],

  // events without a meaning in a step change nothing
  [form, read('confirmed'), 'form'],
  [form, { kind: 'sentIt' }, 'form'],
  [panel(), { kind: 'created', payment: payment('pending') }, 'payment'],
  [verifying('waiting'), answer(false, false), 'verification waiting'],
  [verifying('checking'), { kind: 'checkStarted' }, 'verification checking'],
  [verifying('failed'), { kind: 'checkStarted' }, 'verification failed'],
  [verifying('confirmed', 'confirmed'), { kind: 'back' }, 'verification confirmed'],
  [verifying('waiting'), { kind: 'invoiceDue' }, 'verification waiting'],

  // a new attempt after the window
  [panel('expired'), { kind: 'startOver' }, 'form'],
])('%# %o with %o', (state, event, expected) => {
  expect(describeState(checkoutReducer(state, event))).toBe(expected)
})

test('each manual check counts as an attempt', () => {
  const once = checkoutReducer(verifying('waiting', 'pending', 2), { kind: 'checkStarted' })
  expect(once).toMatchObject({ attempts: 3 })
})

test('a reply about another payment is ignored', () => {
  const other = { kind: 'read', payment: payment('confirmed', { id: 'another' }) } as const
  expect(checkoutReducer(panel(), other)).toEqual(panel())
})

test('a read updates the figures', () => {
  const news = { kind: 'read', payment: payment('detected', { blockchainConfirmations: 7 }) } as const
  expect(checkoutReducer(verifying('waiting', 'detected'), news)).toMatchObject({
    payment: { blockchainConfirmations: 7 },
  })
})

const HOUR_MS = 3_600_000
test.each<[CheckoutState, number, boolean]>([
  // a dialog closed hours after the window is over
  [form, 0, false],
  [loading('payment'), 0, false],
  [panel('pending'), 0, false],
  [panel('partial'), 1, false],
  [panel('expired'), 1, true],
  [verifying('waiting', 'expired'), 1, false],
  [verifying('waiting', 'expired'), 25, true],
  [verifying('waiting', 'detected'), 25, false],
  [verifying('waiting', 'review'), 25, false],
  [verifying('waiting', 'invalid'), 1, true],
  [verifying('confirmed', 'confirmed'), 0, true],
  [invoice, 0, true],
  [refunded, 0, true],
])('%# %o, closed %s h after the window, is finished: %s', (state, hours, expected) => {
  expect(isFinished(state, Date.parse('2026-11-21T10:15:00.000Z') + hours * HOUR_MS)).toBe(expected)
})
