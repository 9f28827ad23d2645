import { usdCents } from '#shared/money.ts'
import { expect, test } from 'vitest'
import {
  WINDOW,
  HOUR,
  DAY,
  at,
  type Change,
  paid,
  mempool,
  shallow,
  late,
  minedAfter,
  seenAfter,
  unseenUntil,
  worth,
  withoutRate,
  wrongNetwork,
  wrongToken,
  gas,
  orphaned,
  delivered,
  accepted,
  watchedUntil,
  decide,
  type Row,
  says,
} from '#test/payment-status-cases.ts'
import { atoms } from './money.ts'
import { dustBelow, leastAccepted } from './payment-status.ts'

/** An order of ten cents: all of its price is dust. */
const cheap: Change = { order: { worth: usdCents(10) } }
const deep = { confirmations: 20 }

// The edges of the rules. What each event does in each status is in the table: payment-status-table.ts.

test.each<Row>([
  ['the last moment of the window', [], WINDOW, 'pending'],
  ['the last moment, and the clock of the chain is ahead', [watchedUntil(WINDOW + 1)], WINDOW, 'pending'],
  ['the reader has been blind since the end', [watchedUntil(WINDOW)], 5 * DAY, 'pending'],
  ['the reader has seen beyond the end', [watchedUntil(WINDOW + 1)], 5 * DAY, 'expired'],
])('the window: %s', says)

test.each<Row>([
  ['all of it', [paid(100_000)], 10, 'confirmed'],
  ['an atom less than the tolerance', [paid(99_499)], 10, 'partial', 'underpaid'],
  ['the tolerance to the atom', [paid(99_500)], 10, 'confirmed'],
  ['an atom too much', [paid(100_001)], 10, 'confirmed', 'overpaid'],
  ['a half in the mempool', [paid(50_000, mempool)], 10, 'partial', 'underpaid'],
  ['a half, a day after the window', [paid(50_000)], WINDOW + DAY, 'partial', 'underpaid'],
])('amount: %s', says)

test.each<Row>([
  ['dust after the window', [paid(499)], DAY, 'expired'],
  ['as little as is no dust', [paid(500)], 10, 'partial', 'underpaid'],
  ['dust again and again', [paid(499), paid(499), paid(499), paid(499)], 10, 'pending'],
  ['dust that makes up what is short', [paid(99_200), paid(300)], 10, 'confirmed'],
  ['dust on top is no overpayment', [paid(100_000), paid(499)], 10, 'confirmed'],
  ['dust on top that stays in the mempool', [paid(499, mempool), paid(100_000)], 10, 'confirmed'],
  ['late dust on top', [paid(100_000), paid(499, late(2 * DAY))], 3 * DAY, 'confirmed'],
  [
    'stuck dust before late money',
    [paid(499, mempool), paid(100_000, late(5))],
    30 * DAY,
    'confirmed',
    'late',
  ],
  ['dust alone that covers a cheap order', [cheap, paid(99_500)], 10, 'confirmed'],
  ['dust alone that does not cover a cheap order', [cheap, paid(99_499)], 10, 'pending'],
  ['late dust without a rate', [paid(50_000), paid(499, late(5), withoutRate)], HOUR, 'partial', 'underpaid'],
])('dust: %s', says)

test.each<Row>([
  ['seen at the end of the window', [paid(100_000, { seenAt: at(WINDOW) }, worth(1))], DAY, 'confirmed'],
  [
    'seen at the end of the window, mined more than a day after',
    [paid(100_000, { seenAt: at(WINDOW) }, minedAfter(DAY + 1))],
    2 * DAY,
    'review',
    'late',
  ],
  ['seen in time, mined after', [paid(100_000, { blockAt: at(DAY) }, worth(1))], DAY, 'confirmed'],
  [
    'mined in time, seen after',
    [paid(100_000, { seenAt: at(DAY), blockAt: at(15) }, worth(1))],
    DAY,
    'confirmed',
  ],
  [
    'seen in time, mined a day after the window',
    [paid(100_000, minedAfter(DAY), worth(1))],
    2 * DAY,
    'confirmed',
  ],
  [
    'seen in time, mined more than a day after',
    [paid(100_000, minedAfter(DAY + 1))],
    2 * DAY,
    'review',
    'late',
  ],
  [
    'seen in time, mined months after, the rate fell',
    [paid(100_000, minedAfter(60 * DAY), worth(50_000))],
    61 * DAY,
    'review',
    'underpaid',
    'late',
  ],
  ['seen after, while the reader was blind', [paid(100_000, seenAfter(50, 13), worth(1))], DAY, 'confirmed'],
  [
    'blind until after the block',
    [paid(100_000, seenAfter(50, 13), unseenUntil(12), worth(1))],
    DAY,
    'confirmed',
  ],
  [
    'seen after by a reader that was watching, in a block whose time is earlier',
    [paid(100_000, seenAfter(50, 13), unseenUntil(64))],
    DAY,
    'confirmed',
    'late',
  ],
  [
    'seen after, and in a block after it, by a reader that was blind since before',
    [paid(100_000, seenAfter(50, 16), unseenUntil(10))],
    DAY,
    'confirmed',
    'late',
  ],
  ['the quote is kept in the mempool', [paid(100_000, mempool, worth(1))], 3 * DAY, 'detected'],
  ['late, not deep enough', [paid(100_000, late(1), shallow)], HOUR, 'detected', 'late'],
  ['late, the rate fell', [paid(100_000, late(1), worth(99_499))], HOUR, 'partial', 'underpaid', 'late'],
  ['late, the rate fell a little', [paid(100_000, late(1), worth(99_500))], HOUR, 'confirmed', 'late'],
  ['late, made up for the rate', [paid(120_000, late(1), worth(100_000))], HOUR, 'confirmed', 'late'],
  ['late by a day', [paid(100_000, late(DAY))], 2 * DAY, 'confirmed', 'late'],
  ['late by more than a day', [paid(100_000, late(DAY + 1))], 2 * DAY, 'review', 'late'],
  [
    'seen late, mined much later',
    [paid(100_000, late(1), { blockAt: at(2 * DAY) })],
    3 * DAY,
    'confirmed',
    'late',
  ],
  ['late without a rate', [paid(100_000, late(1), withoutRate)], HOUR, 'review', 'late'],
  [
    'late without a rate, not deep enough',
    [paid(100_000, late(1), withoutRate, shallow)],
    HOUR,
    'partial',
    'late',
  ],
  [
    'late without a rate, and some in time',
    [paid(9_000, late(1), withoutRate), paid(9_000)],
    HOUR,
    'review',
    'underpaid',
    'late',
  ],
  [
    'late without a rate, then with one',
    [paid(9_000, late(1), withoutRate), paid(100_000, late(2))],
    HOUR,
    'confirmed',
    'late',
  ],
  [
    'stuck, and late again',
    [paid(100_000, mempool), paid(100_000, late(5))],
    DAY,
    'confirmed',
    'overpaid',
    'late',
  ],
  [
    'stuck, and too late again',
    [paid(100_000, mempool), paid(100_000, late(2 * DAY))],
    3 * DAY,
    'detected',
    'overpaid',
  ],
])('late: %s', says)

test.each<Row>([
  [
    'the wrong network, not deep enough',
    [paid(100_000, wrongNetwork, shallow)],
    10,
    'pending',
    'wrong_network',
  ],
  [
    'the wrong coin, months later',
    [paid(100_000, wrongToken, late(90 * DAY))],
    91 * DAY,
    'review',
    'wrong_token',
  ],
  ['dust of a wrong coin', [paid(9, wrongToken, { isDust: true })], DAY, 'expired'],
  ['gas to a delivered order', [delivered, paid(100_000), paid(9, gas, late(DAY))], 2 * DAY, 'confirmed'],
  [
    'gas at the moment of delivery',
    [delivered, paid(100_000), paid(9, gas, { seenAt: at(8) })],
    10,
    'confirmed',
  ],
  [
    'more than gas to a delivered order',
    [delivered, paid(100_000), paid(9_000, wrongToken, late(DAY))],
    2 * DAY,
    'confirmed',
    'wrong_token',
  ],
  ['as little before delivery', [delivered, paid(100_000), paid(9, gas)], 10, 'confirmed', 'wrong_token'],
  [
    'as little to a paid order that is not delivered',
    [paid(100_000), paid(9, gas)],
    10,
    'confirmed',
    'wrong_token',
  ],
  ['as little to an order that is not delivered', [paid(9, gas, late(5))], HOUR, 'review', 'wrong_token'],
  [
    'gas to a delivered order that lost its money',
    [delivered, orphaned, paid(9, gas, late(5))],
    HOUR,
    'review',
    'wrong_token',
    'reorged',
  ],
])('a mistake of the payer: %s', says)

test.each<
  [what: string, changes: Change[], received: bigint, confirmations: number, completedBy: string | null]
>([
  ['nothing', [], 0n, 0, null],
  ['a half', [paid(50_000)], 50_000n, 0, null],
  ['all of it in the mempool', [paid(100_000, mempool)], 100_000n, 0, 'a'],
  ['the shallower of two', [paid(50_000, { confirmations: 13 }), paid(50_000)], 100_000n, 12, 'b'],
  ['the older of two that cover', [paid(100_000, shallow), paid(100_000)], 200_000n, 12, 'b'],
  ['the one seen first of two as deep', [paid(60_000, { seenAt: at(6) }), paid(60_000)], 120_000n, 12, 'a'],
  ['two that differ in nothing but their ids', [paid(60_000), paid(60_000)], 120_000n, 12, 'b'],
  ['as much as is accepted, and more', [paid(99_500, deep), paid(9_000)], 108_500n, 20, 'a'],
  ['dust that is deeper than the rest', [paid(499, deep), paid(99_600)], 100_099n, 12, 'b'],
  ['late money that is deeper than the rest', [paid(60_000, late(1), deep), paid(60_000)], 120_000n, 12, 'a'],
  ['two that staff accepted', [accepted('a', 'b'), paid(40_000), paid(10_000, deep)], 50_000n, 12, 'a'],
  ['dust alone', [paid(499)], 0n, 0, null],
  ['dust beside a half', [paid(50_000), paid(499)], 50_499n, 0, null],
  ['late money at its worth', [paid(100_000, late(1), worth(99_600))], 99_600n, 12, 'a'],
  ['a mistake', [paid(100_000, wrongToken)], 0n, 0, null],
  ['an accepted mistake', [accepted('a'), paid(100_000, wrongToken)], 0n, 12, 'a'],
  ['a loss written off', [accepted(), delivered], 0n, 0, null],
])('received, confirmations, completed by: %s', (_what, changes, received, confirmations, completedBy) => {
  expect(decide(changes, DAY)).toMatchObject({ received, confirmations, completedBy })
})

test('dust is half a percent of the amount due, or ten cents if that is more', () => {
  expect(dustBelow(atoms(100_000n), usdCents(100_00))).toBe(500n)
  expect(dustBelow(atoms(100_000n), usdCents(10_00))).toBe(1_000n)
  expect(dustBelow(atoms(100_000n), usdCents(0))).toBe(500n)
  expect(leastAccepted(atoms(100_000n))).toBe(99_500n)
})
