import { expect, test } from 'vitest'
import { roundScale } from './round-scale.ts'

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [6399, [0, 2000, 4000, 6000, 8000]],
  [10_000, [0, 2000, 4000, 6000, 8000, 10_000]],
  [10_001, [0, 5000, 10_000, 15_000]],
  [123_456_789, [0, 50_000_000, 100_000_000, 150_000_000]],
])('values up to %s have the ticks %j', (most, ticks) => {
  expect(roundScale(most)).toEqual({ top: ticks.at(-1), ticks })
})
