import { USD } from '#shared/currency.ts'
import { expect, test } from 'vitest'
import { csvLine } from '#shared/csv.ts'
import { dayChartCsv } from './day-chart-csv.ts'

const day = (on: string, edition: string, cents: number) => ({
  day: on,
  lastDay: on,
  editions: [{ edition, cents, copies: 2 }],
  total: { cents, orders: 1 },
})

test('a day of the chart is a line with the day before it, and no name becomes a formula', () => {
  const rows = dayChartCsv([day('2026-11-21', '=cmd', 12_798)], [day('2026-11-20', '=cmd', 5)], USD)
  expect(rows.map(csvLine)).toEqual([
    "from,to,orders,sales_usd,'=cmd_copies,'=cmd_usd,before_from,before_to,before_orders,before_sales_usd",
    '2026-11-21,2026-11-21,1,127.98,2,127.98,2026-11-20,2026-11-20,1,0.05',
  ])
})

test('without a period before, its columns are empty', () => {
  expect(dayChartCsv([day('2026-11-21', 'standard', 100)], null, USD).map(csvLine)[1]).toBe(
    '2026-11-21,2026-11-21,1,1.00,2,1.00,,,,',
  )
})
