import { expect, test } from 'vitest'
import { periodBefore } from './days.ts'

test.each([
  ['2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
  ['2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28'],
  ['2024-03-01', '2024-03-07', '2024-02-23', '2024-02-29'],
])('the days before %s to %s are %s to %s', (from, to, beforeFrom, beforeTo) => {
  expect(periodBefore({ from, to })).toEqual({ from: beforeFrom, to: beforeTo })
})
