import { useState } from 'react'
import { cents } from '#shared/money.ts'
import type { StatisticsReply } from '#shared/reports-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { formatDay } from '#web/admin/format-date.ts'
import { formatPrice, plural, formatCount } from '#texts/format.ts'
import { CsvButton } from './csv-button.tsx'
import { dayChartCsv } from './day-chart-csv.ts'
import { formatChange } from './format-axis.ts'
import { DayPlot } from './day-plot.tsx'
import { daysPerBar, groupDays, listDays, type DaySales } from './list-days.ts'
import { toneOf } from './tone-of.ts'

interface DayChartProps {
  readonly report: StatisticsReply
  /** The report of the period before; null if there is none, or it is still being read. */
  readonly before: StatisticsReply | null
}

/**
 * A bar chart of each day's sales, stacked by edition, with a mark for the same day of the period before. The values of
 * one bar are above it; the arrow keys and the pointer choose the bar. All values are in a table below, and in a file.
 */
export function DayChart({ report, before }: DayChartProps) {
  const { texts, editionName, language, currency } = useAdmin()
  const { statistics, charts } = texts
  const days = listDays(report)
  const size = daysPerBar(days.length)
  const bars = groupDays(days, size)
  const earlier = before === null ? null : groupDays(listDays({ ...before, editions: report.editions }), size)
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? bars.length - 1, bars.length - 1)
  const title = size === 1 ? statistics.perDay : plural(language, charts.perDays, size)
  const describe = useBarText()
  const text = describe(bars[at], earlier?.[at])
  return (
    <figure className="chart" aria-labelledby="per-day">
      <figcaption>
        <h3 id="per-day">{title}</h3>
        <ul className="legend">
          {report.editions.map(({ edition }, place) => (
            <li key={edition} className={toneOf(place)}>
              {editionName(edition)}
            </li>
          ))}
        </ul>
        {earlier === null ? null : <p className="legend-before">{charts.before}</p>}
      </figcaption>
      <p className="chart-value" aria-hidden="true">
        {text}
      </p>
      <DayPlot title={title} bars={bars} before={earlier} at={at} text={text} onChoose={setChosen} />
      <p className="visually-hidden">{charts.hint}</p>
      <details>
        <summary>{statistics.asTable}</summary>
        <DayTable title={title} bars={bars} before={earlier} />
      </details>
      <div className="row">
        <CsvButton
          chart={title}
          fileName={`sales-${report.from}-${report.to}`}
          rows={() => dayChartCsv(bars, earlier, currency)}
        />
      </div>
    </figure>
  )
}

/** Says the values of a bar in one line: the days, sales, orders, each edition, and the period before. */
function useBarText(): (bar: DaySales | undefined, before: DaySales | undefined) => string {
  const { texts, language, editionName, currency } = useAdmin()
  const price = (value: number) => formatPrice(language, cents(value), currency)
  const name = ({ day, lastDay }: DaySales) =>
    day === lastDay
      ? formatDay(language, day)
      : `${formatDay(language, day)} – ${formatDay(language, lastDay)}`
  const earlierText = (bar: DaySales, before: DaySales) => {
    const change = formatChange(language, bar.total.cents, before.total.cents)
    const text = `${texts.charts.before} (${name(before)})${texts.shell.colon} ${price(before.total.cents)}`
    return change === null ? text : `${text} (${change})`
  }
  return (bar, before) => {
    if (bar === undefined) return ''
    const sold = bar.editions.filter((one) => one.cents > 0)
    return [
      `${name(bar)}${texts.shell.colon} ${price(bar.total.cents)}`,
      plural(language, texts.charts.orders, bar.total.orders),
      ...(sold.length > 1 ? sold.map((one) => `${editionName(one.edition)} ${price(one.cents)}`) : []),
      ...(before === undefined ? [] : [earlierText(bar, before)]),
    ].join(' · ')
  }
}

interface DayTableProps {
  readonly title: string
  readonly bars: readonly DaySales[]
  readonly before: readonly DaySales[] | null
}

/** The values of the chart of days as a table. */
function DayTable({ title, bars, before }: DayTableProps) {
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
