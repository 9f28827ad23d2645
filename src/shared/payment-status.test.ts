import { expect, test } from 'vitest'
import { atoms, cents } from './money.ts'
import {
  dustBelow,
  leastAccepted,
  nextStatus,
  type PaymentFlag,
  type PaymentStatus,
  type StatusPayment,
} from './payment-status.ts'
import type { Evidence, Loss, Sighting } from './evidence.ts'

// An order of 100 dollars as 100,000 atoms, with a window from minute 0 to minute 15. It is covered from 99,500
// (tolerance 0.5 %), and a transfer below 500 is dust. Times are minutes; money arrived in minute 5 unless given.
const WINDOW = 15
const HOUR = 60
const DAY = 24 * HOUR
const MONITORED = 14 * DAY
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute))

/** The changes of a row to the facts of a new order. */
interface Change {
  readonly order?: Partial<StatusPayment>
  readonly chain?: Partial<Evidence>
  readonly sighting?: Sighting
  readonly loss?: Loss['kind']
}

type MoneyDetails = Partial<Omit<Sighting, 'id' | 'atoms'>>

function paid(amount: number, ...details: MoneyDetails[]): Change {
  const told: MoneyDetails = Object.assign({}, ...details)
  const seenAt = told.seenAt ?? at(5)
  const usual = {
    kind: 'rail',
    seenAt,
    unseenUntil: null,
    blockAt: new Date(seenAt.getTime() + 60_000),
    confirmations: 12,
    isSettled: true,
    isAttested: true,
    isAgreed: false,
    lateAtoms: atoms(BigInt(amount)),
    isDust: false,
    isSweepGas: false,
  } as const
  return { sighting: { ...usual, ...told, id: '', atoms: atoms(BigInt(amount)) } }
}

const mempool = { blockAt: null, confirmations: 0, isSettled: false }
const shallow = { confirmations: 1, isSettled: false }
const late = (minutes: number) => ({ seenAt: at(WINDOW + minutes), blockAt: at(WINDOW + minutes) })
/** Seen in the window, in a block some minutes after it. */
const minedAfter = (minutes: number) => ({ blockAt: at(WINDOW + minutes) })
/** Seen some minutes after the window; on Bitcoin the time of a block is the median of the last eleven. */
const seenAfter = (minutes: number, blockMinute: number) => ({
  seenAt: at(WINDOW + minutes),
  blockAt: at(blockMinute),
})
const unseenUntil = (minute: number) => ({ unseenUntil: at(minute) })
const worth = (amount: number) => ({ lateAtoms: atoms(BigInt(amount)) })
const withoutRate = { lateAtoms: null }
const wrongNetwork = { kind: 'wrong_network' } as const
const wrongToken = { kind: 'wrong_token' } as const
const gas = { ...wrongToken, isSweepGas: true }

const replaced: Change = { loss: 'replaced' }
const orphaned: Change = { loss: 'orphaned' }
const dropped: Change = { loss: 'dropped' }
const delivered: Change = { order: { deliveredAt: at(8) } }
const awaitingKeys: Change = { order: { isAwaitingKeys: true } }
const awaitingRelease: Change = { order: { isAwaitingRelease: true } }
const refunded: Change = { order: { isRefunded: true } }
const accepted = (...ids: string[]): Change => ({ order: { accepted: ids } })
const watchedUntil = (minute: number): Change => ({ chain: { watchedUntil: at(minute) } })
const unattested = { isAttested: false }
const unansweredSince = (minute: number): Change => ({ chain: { unagreedSince: at(minute) } })
const differSince = (minute: number): Change => ({ chain: { disagreeSince: at(minute) } })

/** The transfers have the ids a, b, c … in the given order. */
function decide(changes: readonly Change[], now: number) {
  const sightings = changes.flatMap(({ sighting }) => sighting ?? [])
  const losses = changes.flatMap(({ loss }) => (loss === undefined ? [] : [{ kind: loss }]))
  const order: StatusPayment = {
    due: atoms(100_000n),
    price: cents(100_00),
    expiresAt: at(WINDOW),
    deliveredAt: null,
    isAwaitingKeys: false,
    isAwaitingRelease: false,
    isRefunded: false,
    isErased: false,
    isWithdrawn: false,
    accepted: null,
  }
  const evidence: Evidence = {
    sightings: sightings.map((one, index) => ({ ...one, id: 'abcdef'.charAt(index) })),
    losses,
    watchedUntil: at(now),
    disagreeSince: null,
    unagreedSince: null,
    isOverLimit: false,
  }
  return nextStatus(
    Object.assign(order, ...changes.map((change) => change.order)),
    Object.assign(evidence, ...changes.map((change) => change.chain)),
    at(now),
  )
}

type Row = [what: string, changes: Change[], now: number, status: PaymentStatus, ...flags: PaymentFlag[]]

function says(
  _what: string,
  changes: Change[],
  now: number,
  status: PaymentStatus,
  ...flags: PaymentFlag[]
): void {
  const decision = decide(changes, now)
  expect([decision.status, ...decision.flags]).toEqual([status, ...flags])
}

test.each<Row>([
  ['nothing came yet', [], 10, 'pending'],
  ['the last moment of the window', [], WINDOW, 'pending'],
  ['the window is over', [], WINDOW + 1, 'expired'],
  ['the reader has been blind since the end', [watchedUntil(WINDOW)], 5 * DAY, 'pending'],
  ['the reader has seen beyond the end', [watchedUntil(WINDOW + 1)], 5 * DAY, 'expired'],
])('the window: %s', says)

test.each<Row>([
  ['all of it in the mempool', [paid(100_000, mempool)], 10, 'detected'],
  ['all of it, not deep enough', [paid(100_000, shallow)], 10, 'detected'],
  ['all of it', [paid(100_000)], 10, 'confirmed'],
  ['an atom less than the tolerance', [paid(99_499)], 10, 'partial', 'underpaid'],
  ['the tolerance to the atom', [paid(99_500)], 10, 'confirmed'],
  ['an atom too much', [paid(100_001)], 10, 'confirmed', 'overpaid'],
  ['a half in the mempool', [paid(50_000, mempool)], 10, 'partial', 'underpaid'],
  ['two halves', [paid(50_000), paid(50_000)], 10, 'confirmed'],
  ['two halves, one in the mempool', [paid(50_000), paid(50_000, mempool)], 10, 'detected'],
  [
    'all of it, and again in the mempool',
    [paid(100_000), paid(100_000, mempool)],
    10,
    'confirmed',
    'overpaid',
  ],
  ['a half, a day after the window', [paid(50_000)], WINDOW + DAY, 'partial', 'underpaid'],
  ['a half, more than a day after', [paid(50_000)], WINDOW + DAY + 1, 'review', 'underpaid'],
])('amount: %s', says)

test.each<Row>([
  ['dust', [paid(499)], 10, 'pending'],
  ['dust after the window', [paid(499)], DAY, 'expired'],
  ['as little as is no dust', [paid(500)], 10, 'partial', 'underpaid'],
  ['dust again and again', [paid(499), paid(499), paid(499), paid(499)], 10, 'pending'],
  ['dust beside a half', [paid(50_000), paid(499)], 10, 'partial', 'underpaid'],
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
  ['late dust without a rate', [paid(50_000), paid(499, late(5), withoutRate)], HOUR, 'partial', 'underpaid'],
])('dust: %s', says)

test.each<Row>([
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
  ['the quote is kept in the mempool', [paid(100_000, mempool, worth(1))], 3 * DAY, 'detected'],
  ['late', [paid(100_000, late(1))], HOUR, 'confirmed', 'late'],
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
    'late without a rate, then with one',
    [paid(9_000, late(1), withoutRate), paid(100_000, late(2))],
    HOUR,
    'confirmed',
    'late',
  ],
  ['a half in time, a half late', [paid(50_000), paid(50_000, late(HOUR))], DAY, 'confirmed', 'late'],
  ['a half in time, a half too late', [paid(50_000), paid(50_000, late(DAY + 1))], 2 * DAY, 'review', 'late'],
  ['in time, and late again', [paid(100_000), paid(100_000, late(HOUR))], DAY, 'confirmed', 'overpaid'],
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
  ['the wrong network', [paid(100_000, wrongNetwork)], 10, 'review', 'wrong_network'],
  ['the wrong coin', [paid(100_000, wrongToken)], 10, 'review', 'wrong_token'],
  [
    'the wrong coin, months later',
    [paid(100_000, wrongToken, late(90 * DAY))],
    91 * DAY,
    'review',
    'wrong_token',
  ],
  ['dust of a wrong coin', [paid(9, wrongToken, { isDust: true })], DAY, 'expired'],
  ['beside a half', [paid(50_000), paid(50_000, wrongNetwork)], 10, 'review', 'underpaid', 'wrong_network'],
  ['beside all of it', [paid(100_000), paid(50_000, wrongNetwork)], 10, 'confirmed', 'wrong_network'],
  ['gas to a delivered order', [delivered, paid(100_000), paid(9, gas, late(DAY))], 2 * DAY, 'confirmed'],
  [
    'more than gas to a delivered order',
    [delivered, paid(100_000), paid(9_000, wrongToken, late(DAY))],
    2 * DAY,
    'confirmed',
    'wrong_token',
  ],
  ['as little before delivery', [delivered, paid(100_000), paid(9, gas)], 10, 'confirmed', 'wrong_token'],
  ['as little to an order that is not delivered', [paid(9, gas, late(5))], HOUR, 'review', 'wrong_token'],
  [
    'gas to a delivered order that lost its money',
    [delivered, orphaned, paid(9, gas, late(5))],
    HOUR,
    'review',
    'wrong_token',
    'reorged',
  ],
  [
    'beside all of it on its way',
    [paid(100_000, mempool), paid(9_000, wrongToken)],
    10,
    'detected',
    'wrong_token',
  ],
])('a mistake of the payer: %s', says)

test.each<Row>([
  ['replaced by the sender', [replaced], 10, 'pending', 'double_spend'],
  ['replaced, and the window over', [replaced], DAY, 'expired', 'double_spend'],
  ['its block orphaned', [orphaned], 10, 'pending', 'reorged'],
  ['dropped from the mempool', [dropped], 10, 'pending'],
  ['orphaned, and paid anew', [orphaned, paid(100_000)], 10, 'confirmed', 'reorged'],
  ['in the mempool for 14 days', [paid(100_000, mempool)], 5 + MONITORED, 'detected'],
  ['in the mempool for longer', [paid(100_000, mempool)], 6 + MONITORED, 'invalid'],
  ['a half in the mempool for longer', [paid(50_000, mempool)], 6 + MONITORED, 'invalid', 'underpaid'],
  ['one half arrived, the other never', [paid(50_000), paid(50_000, mempool)], 6 + MONITORED, 'review'],
  ['in a block that never gets deep', [paid(100_000, shallow)], 30 * DAY, 'detected'],
  ['delivered', [delivered, paid(100_000)], 10, 'confirmed'],
  ['delivered, then orphaned', [delivered, orphaned], 10, 'review', 'reorged'],
  ['delivered, then gone', [delivered, dropped], DAY, 'review', 'reorged'],
  ['delivered, then half gone', [delivered, orphaned, paid(50_000)], 10, 'review', 'underpaid', 'reorged'],
  ['delivered, back in the mempool', [delivered, paid(100_000, mempool)], 10, 'detected'],
  ['delivered, stuck in the mempool', [delivered, paid(100_000, mempool)], 6 + MONITORED, 'review'],
  [
    'delivered, then paid anew',
    [delivered, orphaned, paid(100_000, late(5))],
    DAY,
    'confirmed',
    'late',
    'reorged',
  ],
])('the chain removes money: %s', says)

test.each<Row>([
  [
    'too late, accepted',
    [accepted('a'), paid(100_000, late(2 * DAY))],
    3 * DAY,
    'confirmed',
    'late',
    'manual',
  ],
  ['short, accepted', [accepted('a'), paid(50_000)], 2 * DAY, 'confirmed', 'manual'],
  ['short, accepted, delivered', [accepted('a'), delivered, paid(50_000)], 2 * DAY, 'confirmed', 'manual'],
  [
    'a mistake, accepted',
    [accepted('a'), paid(9_000, wrongToken)],
    2 * DAY,
    'confirmed',
    'wrong_token',
    'manual',
  ],
  [
    'accepted, and more comes',
    [accepted('a'), paid(50_000), paid(9_000, mempool)],
    10,
    'confirmed',
    'manual',
  ],
  ['accepted, one of two left', [accepted('a', 'b'), paid(50_000)], 2 * DAY, 'review', 'underpaid', 'manual'],
  ['accepted, then orphaned', [accepted('a'), orphaned], DAY, 'expired', 'reorged', 'manual'],
  ['accepted, delivered, orphaned', [accepted('a'), delivered, orphaned], DAY, 'review', 'reorged', 'manual'],
  ['accepted with no evidence', [accepted()], 10, 'pending', 'manual'],
  ['a loss after delivery, written off', [accepted(), delivered], DAY, 'confirmed', 'manual'],
  ['refunded', [refunded, delivered, paid(100_000)], DAY, 'refunded'],
  [
    'refunded, and paid again',
    [refunded, paid(100_000), paid(100_000, late(5))],
    DAY,
    'refunded',
    'overpaid',
  ],
  ['refunded, then orphaned', [refunded, delivered, orphaned], DAY, 'refunded', 'reorged'],
  ['too few keys', [awaitingKeys, paid(100_000)], 10, 'confirmed', 'awaiting_keys'],
  ['keys held until release', [awaitingRelease, paid(100_000)], 10, 'confirmed', 'keys_on_release'],
  ['held, delivered since', [awaitingRelease, delivered, paid(100_000)], 10, 'confirmed'],
  ['too few keys, delivered since', [awaitingKeys, delivered, paid(100_000)], 10, 'confirmed'],
])('staff and stock: %s', says)

test.each<Row>([
  ['too few have answered', [paid(100_000, unattested)], DAY, 'detected'],
  ['they differ', [paid(100_000, unattested), differSince(10)], 40, 'detected', 'nodes_disagree'],
  [
    'they differ for half an hour',
    [paid(100_000, unattested), differSince(10)],
    41,
    'review',
    'nodes_disagree',
  ],
  ['they agree again', [paid(100_000)], 41, 'confirmed'],
  ['one has not answered', [paid(100_000, unattested), unansweredSince(10)], 40, 'detected'],
  ['one has not answered for half an hour', [paid(100_000, unattested), unansweredSince(10)], 41, 'review'],
  [
    'one has not answered for half an hour, and a block was replaced since',
    [paid(100_000, unattested, shallow), unansweredSince(10)],
    41,
    'detected',
  ],
  [
    'one has not answered for half an hour, accepted',
    [accepted('a'), paid(100_000, unattested), unansweredSince(10)],
    41,
    'confirmed',
    'manual',
  ],
  [
    'they differ about more than is needed',
    [paid(100_000), paid(9_000, unattested), differSince(1)],
    DAY,
    'confirmed',
    'overpaid',
    'nodes_disagree',
  ],
  ['they agree about half', [paid(50_000), paid(50_000, unattested)], 10, 'detected'],
  [
    'they differ, accepted',
    [accepted('a'), paid(100_000, unattested), differSince(1)],
    DAY,
    'confirmed',
    'nodes_disagree',
    'manual',
  ],
])('nodes: %s', says)

const erased: Change = { order: { isErased: true } }
test.each<Row>([
  ['nothing ever came', [erased], DAY, 'expired'],
  ['all of it had come in time and is found only now', [erased, paid(100_000)], DAY, 'review'],
  ['not deep enough yet', [erased, paid(100_000, shallow)], DAY, 'detected'],
  ['a person has accepted it', [erased, accepted('a'), paid(100_000)], DAY, 'confirmed', 'manual'],
  ['its keys had left before', [erased, delivered, paid(100_000)], DAY, 'confirmed'],
  ['its refund is done', [erased, refunded, paid(100_000)], DAY, 'refunded'],
])('an order whose buyer’s data are erased: %s', says)

test.each<
  [what: string, changes: Change[], received: bigint, confirmations: number, completedBy: string | null]
>([
  ['nothing', [], 0n, 0, null],
  ['a half', [paid(50_000)], 50_000n, 0, null],
  ['all of it in the mempool', [paid(100_000, mempool)], 100_000n, 0, 'a'],
  ['the shallower of two', [paid(50_000, { confirmations: 13 }), paid(50_000)], 100_000n, 12, 'b'],
  ['the older of two that cover', [paid(100_000, shallow), paid(100_000)], 200_000n, 12, 'b'],
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
  expect(dustBelow(atoms(100_000n), cents(100_00))).toBe(500n)
  expect(dustBelow(atoms(100_000n), cents(10_00))).toBe(1_000n)
  expect(leastAccepted(atoms(100_000n))).toBe(99_500n)
})

test.each<[what: string, changes: Change[], awaits: boolean]>([
  ['nothing', [], false],
  ['half of it', [paid(50_000, unattested)], false],
  ['all of it, not deep enough', [paid(100_000, unattested, shallow)], false],
  ['all of it', [paid(100_000, unattested)], true],
  ['all of it, attested', [paid(100_000)], false],
  ['all of it, and its keys had left before', [delivered, paid(100_000, unattested)], false],
  ['all of it, accepted', [accepted('a'), paid(100_000, unattested)], false],
  ['all of it, refunded', [refunded, paid(100_000, unattested)], false],
])('an order awaits nothing but the nodes’ agreement: %s', (_what, changes, awaits) => {
  expect(decide(changes, 10).awaitsAgreement).toBe(awaits)
})

const agreed = { isAgreed: true }
test.each<[what: string, changes: Change[], isAgreed: boolean]>([
  ['nothing', [], false],
  ['one of two that are needed', [paid(50_000, agreed), paid(50_000)], false],
  ['both that are needed', [paid(50_000, agreed), paid(50_000, agreed)], true],
  ['all that is needed, not what came on top', [paid(100_000, agreed), paid(9_000)], true],
])('two nodes agree about what an order relies on: %s', (_what, changes, isAgreed) => {
  expect(decide(changes, 10).isAgreed).toBe(isAgreed)
})
