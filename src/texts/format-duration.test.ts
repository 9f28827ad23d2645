import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [0, '0 sec'],
  [40, '40 sec'],
  [60, '1 min'],
  [750, '12 min 30 sec'],
  [3600, '1 hr'],
  [90_061, '1 day 1 hr'],
])('%s seconds are formatted as %s', (seconds, text) => {
  expect(formatDuration('en', seconds)).toBe(text)
})
