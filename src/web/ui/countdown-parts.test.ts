import { expect, test } from 'vitest'
import { countdownParts } from './countdown-parts.ts'

const DAY_MS = 86_400_000

test.each([
  [3 * DAY_MS + 4 * 3_600_000 + 5 * 60_000 + 6000, [3, 4, 5, 6]],
  [DAY_MS - 1, [1, 0, 0, 0]],
  [1, [0, 0, 0, 1]],
  [0, [0, 0, 0, 0]],
  [-5 * DAY_MS, [0, 0, 0, 0]],
  [400 * DAY_MS, [400, 0, 0, 0]],
])('%d ms before the release the countdown shows %j', (leftMs, parts) => {
  expect(countdownParts(leftMs)).toEqual(parts)
})
