import { cents, formatCents } from '#shared/money.ts'
import type { DaySales } from './list-days.ts'

type Cell = string | number | null

/** The rows of the chart of days as CSV cells, headings first; amounts in US dollars. */
export function dayChartCsv(
  days: readonly DaySales[],
  before: readonly DaySales[] | null,
): readonly (readonly Cell[])[] {
  const editions = days[0]?.editions ?? []
  const heading = [
    ...['from', 'to', 'orders', 'sales_usd'],
    ...editions.flatMap(({ edition }) => [`${edition}_copies`, `${edition}_usd`]),
    ...['before_from', 'before_to', 'before_orders', 'before_sales_usd'],
  ]
  return [
    heading,
    ...days.map((day, index) => {
      const earlier = before?.[index]
      return [
        ...[day.day, day.lastDay, day.total.orders, usd(day.total.cents)],
        ...day.editions.flatMap((sold) => [sold.copies, usd(sold.cents)]),
        ...(earlier === undefined
          ? [null, null, null, null]
          : [earlier.day, earlier.lastDay, earlier.total.orders, usd(earlier.total.cents)]),
      ]
    }),
  ]
}

/** An amount as the other exports write it: `63.99`. */
export function usd(value: number): string {
  return formatCents(cents(value))
}
