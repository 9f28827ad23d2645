import { USD } from '#shared/currency.ts'
import { expect, test } from 'vitest'
import { ossTable, parseQuarter, quarterOf, toEuroCents, type OssEntry } from './oss-table.ts'

const supply = (
  declared: string | null,
  grossCents: number,
  network: string | null = declared,
): OssEntry => ({ declared, network, kind: 'supply', quarter: '2026Q4', currency: USD, grossCents })

test('supplies are summed by country, with the VAT that their prices contain', () => {
  const table = ossTable([
    supply('DE', 6399),
    supply('DE', 6399, null),
    supply('FI', 11999),
    supply('US', 6399),
  ])
  expect(
    table.map(({ country, entries, rate, netCents, vatCents, withTwoPieces }) => [
      ...[country, entries, rate, netCents, vatCents, withTwoPieces],
    ]),
  ).toEqual([
    // 127.98 / 1.19 = 107.546…; 119.99 / 1.255 = 95.609…
    ['DE', 2, 1900, 10755, 2043, 1],
    ['FI', 1, 2550, 9561, 2438, 1],
    ['US', 1, null, 6399, 0, 1],
  ])
})

test('what is not known, or contradicts itself, has lines of its own and no rate', () => {
  const table = ossTable([supply(null, 6399), supply('DE', 6399, 'FR')])
  expect(table.map(({ country, rate, vatCents }) => [country, rate, vatCents])).toEqual([
    ['contradictory', null, 0],
    ['unknown', null, 0],
  ])
})

test('a refund of the same quarter lowers the sum; one of an earlier quarter is a correction of that', () => {
  const table = ossTable([
    supply('DE', 12798),
    supply('DE', -6399),
    { ...supply('DE', -6399), kind: 'correction', quarter: '2026Q3' },
  ])
  expect(
    table.map(({ kind, quarter, grossCents, netCents, vatCents }) => [
      kind,
      quarter,
      grossCents,
      netCents,
      vatCents,
    ]),
  ).toEqual([
    ['supply', '2026Q4', 6399, 5377, 1022],
    ['correction', '2026Q3', -6399, -5377, -1022],
  ])
})

test.each([
  ['2026Q4', '2026-10-01', '2027-01-01'],
  ['2027Q1', '2027-01-01', '2027-04-01'],
])('the quarter %s is from %s to before %s', (name, from, until) => {
  const quarter = parseQuarter(name)
  expect([quarter?.from.toISOString().slice(0, 10), quarter?.until.toISOString().slice(0, 10)]).toEqual([
    from,
    until,
  ])
  expect(quarter && quarterOf(quarter.from)).toBe(name)
  expect(quarter && quarterOf(new Date(quarter.until.getTime() - 1))).toBe(name)
})

test.each(['2026', '2026Q5', '2026q4', ''])('"%s" is no quarter', (text) => {
  expect(parseQuarter(text)).toBeNull()
})

test.each([
  // cents, dollars for one euro times 10^4, euro cents
  [10_834, 10_834n, 10_000],
  [1, 20_000n, 1], // half a cent is rounded up
  [-1, 20_000n, -1],
  [0, 10_834n, 0],
])('%s cents at %s are %s euro cents', (amount, dollarsE4, euro) => {
  expect(toEuroCents(amount, dollarsE4)).toBe(euro)
})
