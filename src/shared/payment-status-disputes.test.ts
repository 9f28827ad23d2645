import { expect, test } from 'vitest'
import {
  DAY,
  MONITORED,
  type Change,
  paid,
  mempool,
  shallow,
  late,
  wrongToken,
  replaced,
  orphaned,
  dropped,
  delivered,
  awaitingKeys,
  awaitingRelease,
  refunded,
  accepted,
  erased,
  unattested,
  overLimit,
  unansweredSince,
  differSince,
  decide,
  type Row,
  says,
} from '#test/payment-status-cases.ts'

const agreed = { isAgreed: true }

// What changes the status besides the money itself: the chain, staff, stock, nodes, erasure.

test.each<Row>([
  ['replaced, and the window over', [replaced], DAY, 'expired', 'double_spend'],
  ['orphaned, and paid anew', [orphaned, paid(100_000)], 10, 'confirmed', 'reorged'],
  ['in the mempool for 14 days', [paid(100_000, mempool)], 5 + MONITORED, 'detected'],
  ['in the mempool for longer', [paid(100_000, mempool)], 6 + MONITORED, 'invalid'],
  ['a half in the mempool for longer', [paid(50_000, mempool)], 6 + MONITORED, 'invalid', 'underpaid'],
  ['one half arrived, the other never', [paid(50_000), paid(50_000, mempool)], 6 + MONITORED, 'review'],
  [
    'in the mempool for longer, and paid again too late',
    [paid(100_000, mempool), paid(100_000, late(2 * DAY))],
    6 + MONITORED,
    'review',
    'overpaid',
  ],
  [
    'in the mempool for longer, and a half came too late',
    [paid(100_000, mempool), paid(50_000, late(2 * DAY))],
    6 + MONITORED,
    'review',
    'overpaid',
  ],
  [
    'in the mempool for longer, and another coin came',
    [paid(100_000, mempool), paid(9_000, wrongToken)],
    6 + MONITORED,
    'review',
    'wrong_token',
  ],
  ['in the mempool for longer, and dust came', [paid(100_000, mempool), paid(499)], 6 + MONITORED, 'invalid'],
  [
    'a third arrived, another never',
    [paid(30_000), paid(30_000, mempool)],
    6 + MONITORED,
    'review',
    'underpaid',
  ],
  ['in a block that never gets deep', [paid(100_000, shallow)], 30 * DAY, 'detected'],
  ['delivered, then gone', [delivered, dropped], DAY, 'review', 'reorged'],
  ['delivered, then half gone', [delivered, orphaned, paid(50_000)], 10, 'review', 'underpaid', 'reorged'],
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
  [
    'accepted, and not deep any more',
    [accepted('a'), paid(50_000, shallow)],
    10,
    'partial',
    'underpaid',
    'manual',
  ],
  ['accepted, then orphaned', [accepted('a'), orphaned], DAY, 'expired', 'reorged', 'manual'],
  ['accepted, delivered, orphaned', [accepted('a'), delivered, orphaned], DAY, 'review', 'reorged', 'manual'],
  ['accepted with no evidence', [accepted()], 10, 'pending', 'manual'],
  ['a loss after delivery, written off', [accepted(), delivered], DAY, 'confirmed', 'manual'],
  [
    'refunded, and paid again',
    [refunded, paid(100_000), paid(100_000, late(5))],
    DAY,
    'refunded',
    'overpaid',
  ],
  ['refunded, then orphaned', [refunded, delivered, orphaned], DAY, 'refunded', 'reorged'],
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
    'one has not answered for half an hour, and half of it is not deep enough',
    [paid(50_000, unattested), paid(50_000, unattested, shallow), unansweredSince(10)],
    41,
    'detected',
  ],
  [
    'over the limit, and two agree about half',
    [overLimit, paid(50_000, agreed), paid(50_000)],
    10,
    'detected',
  ],
  ['over the limit, and two agree', [overLimit, paid(100_000, agreed)], 10, 'confirmed'],
  [
    'they differ, accepted',
    [accepted('a'), paid(100_000, unattested), differSince(1)],
    DAY,
    'confirmed',
    'nodes_disagree',
    'manual',
  ],
])('nodes: %s', says)

test.each<Row>([
  ['nothing ever came', [erased], DAY, 'expired'],
  ['all of it had come in time and is found only now', [erased, paid(100_000)], DAY, 'review'],
  ['not deep enough yet', [erased, paid(100_000, shallow)], DAY, 'detected'],
  ['a person has accepted it', [erased, accepted('a'), paid(100_000)], DAY, 'confirmed', 'manual'],
  ['its keys had left before', [erased, delivered, paid(100_000)], DAY, 'confirmed'],
  ['its refund is done', [erased, refunded, paid(100_000)], DAY, 'refunded'],
])('an order whose buyer’s data are erased: %s', says)

test.each<[what: string, changes: Change[], awaits: boolean]>([
  ['nothing', [], false],
  ['half of it', [paid(50_000, unattested)], false],
  ['all of it, not deep enough', [paid(100_000, unattested, shallow)], false],
  ['all of it', [paid(100_000, unattested)], true],
  ['all of it, half not deep enough', [paid(50_000, unattested), paid(50_000, shallow)], false],
  ['all of it, half attested', [paid(50_000), paid(50_000, unattested)], true],
  ['all of it, attested', [paid(100_000)], false],
  ['all of it, and its keys had left before', [delivered, paid(100_000, unattested)], false],
  ['all of it, accepted', [accepted('a'), paid(100_000, unattested)], false],
  ['all of it, refunded', [refunded, paid(100_000, unattested)], false],
])('an order awaits nothing but the nodes’ agreement: %s', (_what, changes, awaits) => {
  expect(decide(changes, 10).awaitsAgreement).toBe(awaits)
})

test.each<[what: string, changes: Change[], isAgreed: boolean]>([
  ['nothing', [], false],
  ['one of two that are needed', [paid(50_000, agreed), paid(50_000)], false],
  ['both that are needed', [paid(50_000, agreed), paid(50_000, agreed)], true],
  [
    'all that is needed, not what has no rate',
    [paid(9_000, late(1), { lateAtoms: null }), paid(100_000, late(2), agreed)],
    true,
  ],
  ['all that is needed, not what came on top', [paid(100_000, agreed), paid(9_000)], true],
])('two nodes agree about what an order relies on: %s', (_what, changes, isAgreed) => {
  expect(decide(changes, 10).isAgreed).toBe(isAgreed)
})
