import { expect, test } from 'vitest'
import { daysPerBar, groupDays, listDays } from './list-days.ts'

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

test('long reports add up several days in a row, and no sale is left out', () => {
  const editions = [{ edition: 'standard' }, { edition: 'supporter' }]
  const sale = (day: string, edition: string, cents: number) => ({
    day,
    edition,
    orders: 1,
    copies: 2,
    cents,
  })
  const days = listDays({
    editions,
    from: '2026-11-01',
    to: '2026-11-10',
    days: [
      sale('2026-11-01', 'standard', 1),
      sale('2026-11-07', 'supporter', 20),
      sale('2026-11-08', 'standard', 300),
      sale('2026-11-10', 'standard', 4000),
    ],
  })
  const weeks = groupDays(days, 7)
  expect(weeks.map(({ day, lastDay, total }) => [day, lastDay, total])).toEqual([
    ['2026-11-01', '2026-11-07', { cents: 21, orders: 2 }],
    ['2026-11-08', '2026-11-10', { cents: 4300, orders: 2 }],
  ])
  expect(weeks[0]?.editions).toEqual([
    { edition: 'standard', cents: 1, copies: 2 },
    { edition: 'supporter', cents: 20, copies: 2 },
  ])
  expect(groupDays(days, 1)).toEqual(days)
  expect([92, 93, 650, 651, 3660].map(daysPerBar)).toEqual([1, 7, 7, 28, 28])
})
