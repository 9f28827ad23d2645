import { LANGUAGE_TABLE } from '#shared/languages.ts'
import type { StatisticsReply } from '#shared/reports-api.ts'
import { railOf } from '#shared/rails.ts'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { CurrencySelect, InCurrency } from '#web/admin/currency-select.tsx'
import { DayRange } from '#web/admin/day-range.tsx'
import { isDay, periodBefore } from '#web/admin/days.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { formatDay } from '#web/admin/format-date.ts'
import { networkLabel } from '#web/admin/orders/network-label.ts'
import { navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { fill, formatCount, formatPrice } from '#texts/format.ts'
import { BarList, type BarRow } from './bar-list.tsx'
import { DayChart } from './day-chart.tsx'
import { DownloadTable } from './download-table.tsx'
import { StockTable } from './stock-table.tsx'
import { useReport } from './use-report.ts'
import { localeOf } from '#shared/locale-of.ts'
import { cents } from '#shared/money.ts'
import { StatFigures } from '#web/admin/figures.tsx'
import { formatDuration } from '#texts/format-duration.ts'
import { useChange } from './use-change.ts'

/** The first day that statistics can be asked for. */
const FIRST_DAY = '2000-01-01'

/** Shows sales, stock, conversion and confirmation time over the requested days, beside the period before. */
export function StatisticsTab() {
  const { texts } = useAdmin()
  const words = texts.statistics
  const { filters } = useAdminLocation()
  const days = ['from', 'to'].map((end) => [end, filters[end] ?? ''] as const).filter(([, day]) => isDay(day))
  const chosen = filters['currency'] === undefined ? {} : { currency: filters['currency'] }
  const statistics = useReport({ ...Object.fromEntries(days), ...chosen })
  const earlier = statistics.data === undefined ? null : periodBefore(statistics.data)
  const isComparable = earlier !== null && earlier.from >= FIRST_DAY
  const before = useReport({ ...earlier, ...chosen }, isComparable)
  // while other days are read, the last report of the period before is still there
  const isOfBefore =
    isComparable &&
    before.data?.from === earlier.from &&
    before.data.to === earlier.to &&
    before.data.currency === statistics.data?.currency
  return (
    <Card id="statistics-title" title={words.title} isTab>
      <ReadState query={statistics} failed={words.failed} lines={8} />
      {before.isError ? <FailedNote text={words.failed} query={before} /> : null}
      {statistics.data === undefined ? null : (
        <InCurrency currency={statistics.data.currency}>
          <Report report={statistics.data} before={isOfBefore ? (before.data ?? null) : null} />
        </InCurrency>
      )}
    </Card>
  )
}

interface ReportProps {
  readonly report: StatisticsReply
  readonly before: StatisticsReply | null
}

function Report({ report, before }: ReportProps) {
  const { texts, editionName, language, currencies } = useAdmin()
  const words = texts.statistics
  const isEmpty = report.total.orders === 0 && (before?.total.orders ?? 0) === 0
  const sold = [report, before].flatMap((one) => one?.currencies ?? []).map(({ currency }) => currency)
  // orders in one currency alone leave nothing to choose, if it is the shop's
  const soldIn = sold.length === 0 ? [] : [...currencies.slice(0, 1), ...sold]
  const show = (range: { readonly from: string; readonly to: string }, currency = report.currency) => {
    // the shop's own needs no name
    const chosen = currency === currencies[0] ? '' : currency
    navigateTo(
      { tab: 'statistics', filters: { from: range.from, to: range.to, currency: chosen } },
      'replace',
    )
  }
  const file = (what: string) => `${what}-${report.from}-${report.to}`
  return (
    <>
      <DayRange range={{ from: report.from, to: report.to }} onChange={(range) => show(range)} />
      <CurrencySelect
        currency={report.currency}
        currencies={soldIn}
        onChoose={(currency) => show(report, currency)}
      />
      <TotalFigures report={report} before={before} />
      {before === null ? null : (
        <p className="lead small">
          {fill(texts.charts.compared, {
            from: formatDay(language, before.from),
            to: formatDay(language, before.to),
          })}
        </p>
      )}
      {isEmpty ? <EmptyState text={words.empty} /> : <DayChart report={report} before={before} />}
      <div className="two-columns">
        <BarList
          title={words.perEdition}
          fileName={file('editions')}
          rows={rowsOf(report.editions, before?.editions, ({ edition }) => [edition, editionName(edition)])}
        />
        <BarList
          title={words.perNetwork}
          fileName={file('networks')}
          rows={rowsOf(report.networks, before?.networks, ({ network }) => [
            network,
            networkLabel(railOf(network)),
          ])}
        />
        <BarList
          title={words.perLanguage}
          fileName={file('languages')}
          rows={rowsOf(report.languages, before?.languages, ({ language: code }) => [
            code,
            LANGUAGE_TABLE[code].name,
          ])}
        />
        <StockTable keys={report.keys} />
        <DownloadTable downloads={report.downloads} />
      </div>
      <p className="lead">{words.note}</p>
    </>
  )
}

type Sales = Pick<BarRow, 'orders' | 'copies' | 'cents'>
const NOTHING: Sales = { orders: 0, copies: 0, cents: 0 }

/** The rows of both periods: also of what was sold in the earlier one only. */
function rowsOf<Row extends Sales>(
  now: readonly Row[],
  before: readonly Row[] | undefined,
  nameOf: (row: Row) => readonly [id: string, label: string],
): readonly BarRow[] {
  const idOf = (row: Row) => nameOf(row)[0]
  const ids = new Set(now.map(idOf))
  const gone = (before ?? []).filter((row) => !ids.has(idOf(row))).map((row) => ({ ...row, ...NOTHING }))
  return [...now, ...gone].map((row) => {
    const [id, label] = nameOf(row)
    const { orders, copies, cents } = row
    const earlier = before?.find((one) => idOf(one) === id) ?? NOTHING
    return { id, label, orders, copies, cents, before: before === undefined ? undefined : earlier }
  })
}

interface TotalFiguresProps {
  readonly report: StatisticsReply
  /** The report of the period before; null without one. */
  readonly before: StatisticsReply | null
}

/** Shows the main figures of the report, each beside that of the period before. */
function TotalFigures({ report, before }: TotalFiguresProps) {
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
