import { expect, test } from 'vitest'
import { PAYMENT_STATUSES, type PaymentFlag, type PaymentStatus } from '#shared/payment-status.ts'
import { panelLabel, explainPayment, needsNoAction } from './explain-payment.ts'

test.each<[PaymentStatus, string | null]>([
  ['pending', null],
  ['partial', null],
  ['detected', 'processing'],
  ['confirmed', 'completed'],
  ['expired', 'failed'],
  ['review', null],
  ['invalid', 'failed'],
  ['refunded', null],
])('the panel labels %s as %s', (status, label) => {
  expect(panelLabel(status)).toBe(label)
})

test.each<[PaymentStatus, PaymentFlag[], boolean, string, string[]]>([
  // status, flags, whether the window is over; headline, notes
  ['pending', [], false, 'pending', ['sendNow']],
  ['pending', ['double_spend'], false, 'pending', ['doubleSpend', 'sendNow']],
  ['pending', ['wrong_network'], false, 'wrongNetwork', ['wrongNetwork', 'foreignNext']],
  ['pending', ['wrong_token'], true, 'wrongToken', ['wrongToken', 'foreignNext']],
  ['expired', ['wrong_network'], true, 'wrongNetwork', ['wrongNetwork', 'foreignNext']],
  ['partial', ['wrong_network'], false, 'partial', ['partialRest', 'wrongNetwork']],
  ['pending', [], true, 'windowOver', ['stillWatching']],
  ['partial', ['underpaid'], false, 'partial', ['partialRest']],
  ['partial', ['underpaid'], true, 'partial', ['partialRest', 'partialOverWindow']],
  ['detected', [], false, 'detected', ['detectedNext']],
  ['detected', ['late'], true, 'detected', ['late', 'detectedNext']],
  ['detected', ['overpaid'], false, 'detected', ['detectedNext', 'overpaid']],
  ['detected', ['nodes_disagree'], false, 'detected', ['nodesDisagree', 'detectedNext']],
  ['confirmed', [], false, 'confirmed', []],
  ['confirmed', ['awaiting_keys', 'overpaid'], true, 'confirmed', ['awaitingKeys', 'overpaid']],
  ['confirmed', ['keys_on_release'], true, 'confirmed', ['keysOnRelease']],
  ['expired', [], true, 'expired', ['stillWatching', 'startAgain']],
  ['review', ['late'], true, 'review', ['reviewLate', 'reviewNext']],
  ['review', ['underpaid'], true, 'review', ['reviewShort', 'reviewNext']],
  ['review', ['wrong_network'], true, 'wrongNetwork', ['wrongNetwork', 'reviewNext']],
  ['review', ['wrong_token'], true, 'wrongToken', ['wrongToken', 'reviewNext']],
  ['review', ['reorged'], true, 'review', ['reorged', 'reviewNext']],
  ['review', ['nodes_disagree'], true, 'review', ['nodesDisagree', 'reviewNext']],
  ['review', [], true, 'review', ['reviewNext']],
  ['invalid', ['double_spend'], true, 'invalid', ['doubleSpend', 'invalidNext', 'startAgain']],
  ['refunded', [], true, 'refunded', []],
])('%s with %o, window over %s, is explained as %s: %o', (status, flags, isWindowOver, headline, notes) => {
  expect(explainPayment(status, flags, isWindowOver)).toEqual({ headline, notes })
})

test('every status except the two final ones says what happens next', () => {
  for (const status of PAYMENT_STATUSES) {
    const isThrough = status === 'confirmed' || status === 'refunded'
    expect(explainPayment(status, [], true).notes.length > 0).toBe(!isThrough)
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
  expect(needsNoAction(status, flags)).toBe(expected)
})
