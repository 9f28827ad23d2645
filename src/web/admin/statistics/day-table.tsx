import { cents } from '#shared/money.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { formatDay } from '#web/admin/format-date.ts'
import { formatCount, formatPrice } from '#texts/format.ts'
import type { DaySales } from './list-days.ts'

interface DayTableProps {
  readonly title: string
  readonly bars: readonly DaySales[]
  readonly before: readonly DaySales[] | null
}

/** The values of the chart of days as a table. */
export function DayTable({ title, bars, before }: DayTableProps) {
  const { texts, editionName, language, currency } = useAdmin()
  const words = texts.statistics
  const editions = bars[0]?.editions ?? []
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            {editions.map(({ edition }) => (
              <th key={edition} scope="col">
                {editionName(edition)}
              </th>
            ))}
            <th scope="col">{words.orders}</th>
            <th scope="col">{words.sales}</th>
            {before === null ? null : <th scope="col">{texts.charts.before}</th>}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ day, lastDay, editions: sold, total }, index) => (
            <tr key={day}>
              <th scope="row">
                {formatDay(language, day)}
                {day === lastDay ? null : ` – ${formatDay(language, lastDay)}`}
              </th>
              {sold.map(({ edition, copies }) => (
                <td key={edition}>{formatCount(language, copies)}</td>
              ))}
              <td>{formatCount(language, total.orders)}</td>
              <td>{formatPrice(language, cents(total.cents), currency)}</td>
              {before === null ? null : (
                <td>{formatPrice(language, cents(before[index]?.total.cents ?? 0), currency)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
