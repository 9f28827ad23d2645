import { expect, test } from 'vitest'
import {
  PAYMENT_FLAGS,
  PAYMENT_STATUSES,
  type PaymentFlag,
  type PaymentStatus,
} from '#shared/payment-status.ts'
import { explainPayment, needsNoAction, type NextStep } from './explain-payment.ts'

test.each<[PaymentStatus, string | null]>([
  ['pending', null],
  ['partial', null],
  ['detected', 'processing'],
  ['confirmed', 'completed'],
  ['expired', 'failed'],
  ['review', null],
  ['invalid', 'failed'],
  ['refunded', null],
])('%s is labelled as %s', (status, label) => {
  expect(explainPayment({ status, flags: [], isWithdrawn: false }, true).label).toBe(label)
})

test.each<[PaymentStatus, PaymentFlag[], boolean, string, string[], NextStep]>([
  // status, flags, whether the window is over; headline, notes, next step
  ['pending', [], false, 'pending', ['sendNow'], 'send'],
  ['pending', ['double_spend'], false, 'pending', ['doubleSpend', 'sendNow'], 'send'],
  ['pending', ['wrong_network'], false, 'wrongNetwork', ['wrongNetwork', 'foreignNext'], 'wait'],
  ['pending', ['wrong_token'], true, 'wrongToken', ['wrongToken', 'foreignNext'], 'wait'],
  ['expired', ['wrong_network'], true, 'wrongNetwork', ['wrongNetwork', 'foreignNext'], 'wait'],
  ['partial', ['wrong_network'], false, 'partial', ['partialRest', 'wrongNetwork'], 'send'],
  ['pending', [], true, 'windowOver', ['stillWatching', 'startAgain'], 'startOver'],
  ['partial', ['underpaid'], false, 'partial', ['partialRest'], 'send'],
  ['partial', ['underpaid'], true, 'partial', ['partialRest', 'partialOverWindow'], 'send'],
  ['detected', [], false, 'detected', ['detectedNext'], 'wait'],
  ['detected', ['late'], true, 'detected', ['late', 'detectedNext'], 'wait'],
  ['detected', ['overpaid'], false, 'detected', ['detectedNext', 'overpaid'], 'wait'],
  ['detected', ['nodes_disagree'], false, 'detected', ['nodesDisagree', 'detectedNext'], 'wait'],
  ['confirmed', [], false, 'confirmed', [], 'keys'],
  ['confirmed', ['awaiting_keys', 'overpaid'], true, 'confirmed', ['awaitingKeys', 'overpaid'], 'wait'],
  ['confirmed', ['keys_on_release'], true, 'confirmed', ['keysOnRelease'], 'wait'],
  ['expired', [], true, 'expired', ['stillWatching', 'startAgain'], 'startOver'],
  ['review', ['late'], true, 'review', ['reviewLate', 'reviewNext'], 'wait'],
  ['review', ['underpaid'], true, 'review', ['reviewShort', 'reviewNext'], 'wait'],
  ['review', ['wrong_network'], true, 'wrongNetwork', ['wrongNetwork', 'reviewNext'], 'wait'],
  ['review', ['wrong_token'], true, 'wrongToken', ['wrongToken', 'reviewNext'], 'wait'],
  ['review', ['reorged'], true, 'review', ['reorged', 'reviewNext'], 'wait'],
  ['review', ['nodes_disagree'], true, 'review', ['nodesDisagree', 'reviewNext'], 'wait'],
  ['review', [], true, 'review', ['reviewNext'], 'wait'],
  ['invalid', ['double_spend'], true, 'invalid', ['doubleSpend', 'invalidNext', 'startAgain'], 'startOver'],
  ['refunded', [], true, 'refunded', ['refunded'], 'wait'],
])('%s with %o, window over %s, is %s: %o, then %s', (status, flags, isWindowOver, headline, notes, next) => {
  expect(explainPayment({ status, flags, isWithdrawn: false }, isWindowOver)).toMatchObject({
    headline,
    notes,
    next,
  })
})

test('an order that its buyer has withdrawn from asks for nothing, and says where its money goes', () => {
  for (const status of PAYMENT_STATUSES) {
    const { headline, next } = explainPayment({ status, flags: [], isWithdrawn: true }, false)
    expect([status, headline, next]).toEqual([
      status,
      status === 'refunded' ? 'refunded' : 'withdrawn',
      'wait',
    ])
  }
})

test('every state except a delivered order says what happens next, whatever its flags', () => {
  for (const status of PAYMENT_STATUSES) {
    for (const flag of [null, ...PAYMENT_FLAGS]) {
      const { notes, next } = explainPayment(
        { status, flags: flag === null ? [] : [flag], isWithdrawn: false },
        true,
      )
      expect([status, flag, notes.length > 0 || next === 'keys']).toEqual([status, flag, true])
    }
  }
})

test.each<[PaymentStatus, PaymentFlag[], boolean]>([
  // status, flags; whether nothing is left to send or check
  ['pending', [], false],
  ['pending', ['reorged'], false],
  ['pending', ['wrong_network'], true],
  ['expired', ['wrong_token'], true],
  ['expired', [], false],
  ['partial', ['underpaid'], false],
  ['partial', ['wrong_network'], false],
  ['detected', [], true],
  ['review', [], true],
])('%s with %o leaves the buyer nothing to send: %s', (status, flags, expected) => {
  expect(needsNoAction({ status, flags, isWithdrawn: false })).toBe(expected)
})
