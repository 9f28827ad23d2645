import { localeOf } from '#shared/locale-of.ts'
import { cents } from '#shared/money.ts'
import type { StatisticsReply } from '#shared/reports-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { StatFigures } from '#web/admin/figures.tsx'
import { fill, formatCount, formatPrice } from '#texts/format.ts'
import { formatDuration } from '#texts/format-duration.ts'
import { useChange } from './use-change.ts'

interface TotalFiguresProps {
  readonly report: StatisticsReply
  /** The report of the period before; null without one. */
  readonly before: StatisticsReply | null
}

/** Shows the main figures of the report, each beside that of the period before. */
export function TotalFigures({ report, before }: TotalFiguresProps) {
  const { texts, language, currency } = useAdmin()
  const words = texts.statistics
  const compare = useChange()
  const count = (value: number) => formatCount(language, value)
  const price = (value: number) => formatPrice(language, cents(value), currency)
  const span = (seconds: number | null) =>
    seconds === null ? texts.shell.none : formatDuration(language, seconds)
  const share = ({ conversion }: StatisticsReply) =>
    conversion.made === 0
      ? texts.shell.none
      : new Intl.NumberFormat(localeOf(language), { style: 'percent' }).format(
          conversion.paid / conversion.made,
        )
  const was = (value: string | null) => (value === null ? '' : fill(texts.charts.wasBefore, { value }))
  const wasIn = (text: (report: StatisticsReply) => string) => was(before === null ? null : text(before))
  const { total, refunds, conversion, confirmation } = report
  const paidOf = fill(words.conversionOf, { paid: count(conversion.paid), made: count(conversion.made) })
  const figures = [
    [words.sales, price(total.cents), compare(total.cents, before?.total.cents, price)],
    [words.orders, count(total.orders), compare(total.orders, before?.total.orders, count)],
    [words.copies, count(total.copies), compare(total.copies, before?.total.copies, count)],
    [words.refunds, price(refunds.cents), compare(refunds.cents, before?.refunds.cents, price)],
    [words.conversion, share(report), [paidOf, wasIn(share)].filter((text) => text !== '').join(' · ')],
    [words.median, span(confirmation.medianS), wasIn((one) => span(one.confirmation.medianS))],
    [words.p90, span(confirmation.p90S), wasIn((one) => span(one.confirmation.p90S))],
  ] as const
  return <StatFigures className="report-figures" figures={figures} />
}
