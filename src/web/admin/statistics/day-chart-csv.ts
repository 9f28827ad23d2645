import type { Currency } from '#shared/currency.ts'
import { cents, formatCents } from '#shared/money.ts'
import type { DaySales } from './list-days.ts'

type Cell = string | number | null

/** The rows of the chart of days as CSV cells, headings first; amounts in the currency. */
export function dayChartCsv(
  days: readonly DaySales[],
  before: readonly DaySales[] | null,
  currency: Currency,
): readonly (readonly Cell[])[] {
  const unit = currency.toLowerCase()
  const money = (value: number) => exportedMoney(value, currency)
  const editions = days[0]?.editions ?? []
  const heading = [
    ...['from', 'to', 'orders', `sales_${unit}`],
    ...editions.flatMap(({ edition }) => [`${edition}_copies`, `${edition}_${unit}`]),
    ...['before_from', 'before_to', 'before_orders', `before_sales_${unit}`],
  ]
  return [
    heading,
    ...days.map((day, index) => {
      const earlier = before?.[index]
      return [
        ...[day.day, day.lastDay, day.total.orders, money(day.total.cents)],
        ...day.editions.flatMap((sold) => [sold.copies, money(sold.cents)]),
        ...(earlier === undefined
          ? [null, null, null, null]
          : [earlier.day, earlier.lastDay, earlier.total.orders, money(earlier.total.cents)]),
      ]
    }),
  ]
}

/** An amount as the other exports write it: `63.99`. */
export function exportedMoney(value: number, currency: Currency): string {
  return formatCents(cents(value), currency)
}
