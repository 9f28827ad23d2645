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

test('more than 99 minutes have three digits', () => {
  expect(formatClock(6000)).toBe('100:00')
})
