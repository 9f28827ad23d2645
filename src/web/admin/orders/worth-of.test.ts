import { expect, test } from 'vitest'
import { confirmationsOf, worthNow } from './worth-of.ts'

const BNB = {
  chain: 'bsc',
  asset: 'BNB',
  amount: '1',
  seenAt: '2026-11-24T00:00:00.000Z',
  thenCents: null,
  nowCents: null,
} as const
const USDT = { ...BNB, asset: 'USDT', thenCents: 6399, nowCents: 6399 } as const
const LOST = { at: '2026-11-24T00:00:00.000Z', as: 'dropped' } as const

test('what came is worth the sum of its parts, and unknown if one of them is', () => {
  expect(worthNow([USDT, { ...USDT, nowCents: 100 }])).toBe(6499)
  expect(worthNow([USDT, BNB])).toBeNull()
})

test.each([
  // transfers                                                   stored  shown
  [[{ confirmations: 789, lost: null }], 0, 789],
  [
    [
      { confirmations: 789, lost: null },
      { confirmations: 3, lost: null },
    ],
    4,
    3,
  ],
  [
    [
      { confirmations: 0, lost: LOST },
      { confirmations: 12, lost: null },
    ],
    0,
    12,
  ],
  [[{ confirmations: 0, lost: LOST }], 4, 4],
  [[], 4, 4],
] as const)('an order with the transfers %j and %s stored confirmations has %s', (transfers, stored, shown) =>
  expect(confirmationsOf({ transfers, confirmations: stored })).toBe(shown),
)
