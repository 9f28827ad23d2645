import { expect, test } from 'vitest'
import type { PayoutAnswer } from '#server/chain/chain-reader.ts'
import { atoms } from '#shared/money.ts'
import { judgePayout } from './judge-payout.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const view = { headHeight: 100, finalizedHeight: 70, watchedUntil: NOW }

function says(text: string): PayoutAnswer[] {
  return text.split(' ').map((one, index) => {
    const [word = '', height, amount = '5'] = one.split(':')
    const block =
      height === undefined || height === '' ? null : { height: Number(height), hash: `block ${height}` }
    const isFound = word === 'found'
    return {
      endpoint: `node ${String(index + 1)}`,
      says: word as PayoutAnswer['says'],
      atoms: atoms(isFound ? BigInt(amount) : 0n),
      block,
    }
  })
}

// the answer of each node (found:height:atoms), the required depth, minutes since it was recorded
test.each([
  ['found:98', 3, 1, 'verified'],
  ['found:99', 3, 1, 'waiting'],
  ['found', 1, 1, 'waiting'],
  ['found:70', 'finalized', 1, 'verified'],
  ['found:71', 'finalized', 1, 'waiting'],
  ['found:90 found:90', 3, 1, 'verified'],
  ['found:90 found:91', 3, 1, 'waiting'],
  ['found:90:5 found:90:6', 3, 1, 'waiting'],
  ['found:90 missing', 3, 600, 'waiting'],
  ['found:90 unknown', 3, 1, 'verified'],
  ['unknown found:90', 3, 1, 'verified'],
  ['failed:90 unknown', 3, 1, 'failed'],
  ['found:90 failed:90', 3, 600, 'waiting'],
  ['found:90:0 failed:90', 3, 600, 'waiting'],
  ['found:90:0', 3, 1, 'nothing_to_address'],
  ['failed:90', 3, 1, 'failed'],
  ['failed:99', 3, 1, 'waiting'],
  ['missing', 3, 60, 'waiting'],
  ['missing missing', 3, 61, 'not_found'],
  ['missing:90', 3, 1, 'waiting'],
  ['missing unknown', 3, 600, 'waiting'],
  ['unknown', 3, 600, 'waiting'],
] as const)('%s, %s deep, after %i minutes: %s', (text, depth, minutes, expected) => {
  const recordedAt = new Date(NOW.getTime() - minutes * 60_000)
  const verdict = judgePayout(says(text), { recordedAt, depth, view, nodesNeeded: 1 }, NOW)
  expect(verdict.kind === 'mismatch' ? verdict.reason : verdict.kind).toBe(expected)
})

// the same where two nodes must agree
test.each([
  ['found:90', 'waiting'],
  ['found:90 unknown', 'waiting'],
  ['found:90 found:90', 'verified'],
  ['found:90 unknown found:90', 'verified'],
  ['found:90 missing found:90', 'waiting'],
  ['found:90 found:90 found:90:6', 'waiting'],
  ['failed:90 unknown', 'waiting'],
  ['failed:90 failed:90', 'failed'],
  ['missing missing', 'not_found'],
  ['missing unknown missing', 'waiting'],
] as const)('%s where two must agree: %s', (text, expected) => {
  const recordedAt = new Date(NOW.getTime() - 600 * 60_000)
  const verdict = judgePayout(says(text), { recordedAt, depth: 3, view, nodesNeeded: 2 }, NOW)
  expect(verdict.kind === 'mismatch' ? verdict.reason : verdict.kind).toBe(expected)
})

// the answer of each node, minutes since it was recorded, how many must agree, whether only their agreement is missing
test.each([
  ['found:90 missing', 1, 1, true],
  ['found:90 found:91', 1, 1, true],
  ['found:90 failed:90', 1, 1, true],
  ['found:90 unknown', 1, 2, true],
  ['found:99 missing', 1, 1, false],
  ['found missing', 60, 1, false],
  ['found missing', 61, 1, true],
  ['missing unknown', 59, 1, false],
  ['missing unknown', 61, 1, true],
  ['unknown unknown', 600, 1, false],
] as const)(
  '%s after %i minutes, %i must agree: only that is missing: %s',
  (text, minutes, nodes, expected) => {
    const recordedAt = new Date(NOW.getTime() - minutes * 60_000)
    const verdict = judgePayout(says(text), { recordedAt, depth: 3, view, nodesNeeded: nodes }, NOW)
    expect(verdict).toEqual({ kind: 'waiting', isUnagreed: expected })
  },
)

test('without any node there is no verdict', () => {
  expect(judgePayout([], { recordedAt: new Date(0), depth: 1, view, nodesNeeded: 1 }, NOW)).toEqual({
    kind: 'waiting',
    isUnagreed: false,
  })
})
