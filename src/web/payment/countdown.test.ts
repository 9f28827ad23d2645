import { expect, test } from 'vitest'
import { formatClock, secondsLeft } from './countdown.ts'

const EXPIRES_AT = '2026-11-21T10:15:00.000Z'
const end = Date.parse(EXPIRES_AT)

test.each([
  // before the end, in ms; shown text
  [900_000, '15:00'],
  [899_999, '15:00'],
  [899_000, '14:59'],
  [60_000, '01:00'],
  [1, '00:01'],
  [0, '00:00'],
  [-5000, '00:00'],
])('%s ms before its end the countdown shows %s', (beforeMs, shown) => {
  expect(formatClock(secondsLeft(EXPIRES_AT, end - beforeMs))).toBe(shown)
})

test('from an hour on the clock has hours', () => {
  expect(formatClock(3599)).toBe('59:59')
  expect(formatClock(86_399)).toBe('23:59:59')
})
