import { expect, test } from 'vitest'
import { usdCents } from './money.ts'
import { RAILS } from './rails.ts'
import { usualCosts } from './usual-costs.ts'

test.each([
  // network, price, confirmations by setting, minutes
  ['bitcoin', 63_99, null, 10],
  ['bitcoin', 6_399_00, null, 60],
  ['bitcoin', 63_99, 3, 30],
  ['ethereum', 63_99, null, 3],
  ['erc20', 2_000_00, null, 16],
  ['trc20', 63_99, null, 1],
  ['bep20', 63_99, null, 1],
  ['usdc-base', 63_99, null, 1],
] as const)('%s for %i cents with %s confirmations takes about %i min', (network, price, set, minutes) => {
  expect(usualCosts(network, usdCents(price), set).minutes).toBe(minutes)
})

test('every rail has a fee, the lowest not above the highest', () => {
  for (const { network } of RAILS) {
    const { feeLow, feeHigh } = usualCosts(network, usdCents(63_99), null)
    expect(feeLow).toBeLessThan(feeHigh)
  }
})
