import { expect, test } from 'vitest'
import { listDays } from './list-days.ts'

test('every day is listed, including days without sales, across months', () => {
  const sale = { edition: 'standard', orders: 2, copies: 3, cents: 19_197 } as const
  const days = listDays({
    editions: [{ edition: 'standard' }, { edition: 'supporter' }, { edition: 'deluxe' }],
    from: '2026-10-31',
    to: '2026-11-02',
    days: [
      { day: '2026-11-01', ...sale },
      { day: '2026-11-01', edition: 'supporter', orders: 1, copies: 1, cents: 11_999 },
    ],
  })
  expect(days.map(({ day, total }) => [day, total])).toEqual([
    ['2026-10-31', { cents: 0, orders: 0 }],
    ['2026-11-01', { cents: 31_196, orders: 3 }],
    ['2026-11-02', { cents: 0, orders: 0 }],
  ])
  expect(days[1]?.editions).toEqual([
    { edition: 'standard', cents: 19_197, copies: 3 },
    { edition: 'supporter', cents: 11_999, copies: 1 },
    { edition: 'deluxe', cents: 0, copies: 0 },
  ])
})
