import { localeOf } from '#shared/languages.ts'
import { cents } from '#shared/money.ts'
import type { StatisticsReply } from '#shared/reports-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { fill, formatCount, formatPrice } from '#texts/format.ts'
import { formatDuration } from './format-duration.ts'

/** Shows the main figures of the report. */
export function TotalFigures({ report }: { readonly report: StatisticsReply }) {
  const { texts, language } = useAdmin()
  const words = texts.statistics
  const { total, refunds, conversion, confirmation } = report
  const count = (value: number) => formatCount(language, value)
  const span = (seconds: number | null) =>
    seconds === null ? texts.shell.none : formatDuration(language, seconds)
  const share =
    conversion.made === 0
      ? texts.shell.none
      : new Intl.NumberFormat(localeOf(language), { style: 'percent' }).format(
          conversion.paid / conversion.made,
        )
  const figures = [
    [words.sales, formatPrice(language, cents(total.cents)), ''],
    [words.orders, count(total.orders), ''],
    [words.copies, count(total.copies), ''],
    [words.refunds, formatPrice(language, cents(refunds.cents)), ''],
    [
      words.conversion,
      share,
      fill(words.conversionOf, { paid: count(conversion.paid), made: count(conversion.made) }),
    ],
    [words.median, span(confirmation.medianS), ''],
    [words.p90, span(confirmation.p90S), ''],
  ] as const
  return (
    <dl className="stat-figures">
      {figures.map(([label, value, more]) => (
        <div key={label} className="stat-figure">
          <dt>{label}</dt>
          <dd>{value}</dd>
          {more === '' ? null : <dd className="stat-more">{more}</dd>}
        </div>
      ))}
    </dl>
  )
}
