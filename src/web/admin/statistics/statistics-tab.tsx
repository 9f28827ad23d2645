import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LANGUAGE_TABLE } from '#shared/languages.ts'
import type { StatisticsReply } from '#shared/reports-api.ts'
import { railOf } from '#shared/rails.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { DayRange } from '#web/admin/day-range.tsx'
import { isDay } from '#web/admin/days.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { networkLabel } from '#web/admin/orders/network-label.ts'
import { navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { readOrThrow } from '#web/api/query-client.ts'
import { BarList } from './bar-list.tsx'
import { DayChart } from './day-chart.tsx'
import { StockTable } from './stock-table.tsx'
import { TotalFigures } from './total-figures.tsx'

/** Shows sales, stock, conversion and confirmation time over the requested days. */
export function StatisticsTab() {
  const { texts } = useAdmin()
  const words = texts.statistics
  const { filters } = useAdminLocation()
  const span = Object.fromEntries(['from', 'to'].map((end) => [end, filters[end] ?? '']))
  const query = new URLSearchParams(Object.entries(span).filter(([, day]) => isDay(day)))
  const statistics = useQuery({
    queryKey: ['statistics', query.toString()],
    queryFn: ({ signal }) =>
      readOrThrow<StatisticsReply>(`/functions/statistics?${query.toString()}`, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="card tab-content stack" aria-labelledby="statistics-title">
      <h2 id="statistics-title">{words.title}</h2>
      {statistics.isPending ? <Skeleton lines={8} /> : null}
      {statistics.isError ? (
        <FailedNote text={words.failed} error={statistics.error} onRetry={() => statistics.refetch()} />
      ) : null}
      {statistics.data === undefined ? null : <Report report={statistics.data} />}
    </section>
  )
}

function Report({ report }: { readonly report: StatisticsReply }) {
  const { texts, editionName } = useAdmin()
  const words = texts.statistics
  return (
    <>
      <DayRange
        range={{ from: report.from, to: report.to }}
        onChange={(range) => {
          navigateTo({ tab: 'statistics', filters: { ...range } }, 'replace')
        }}
      />
      <TotalFigures report={report} />
      {report.total.orders === 0 ? <p className="empty">{words.empty}</p> : <DayChart report={report} />}
      <div className="two-columns">
        <BarList
          title={words.perEdition}
          rows={report.editions.map((row) => ({ label: editionName(row.edition), ...salesOf(row) }))}
        />
        <BarList
          title={words.perNetwork}
          rows={report.networks.map((row) => ({ label: networkLabel(railOf(row.network)), ...salesOf(row) }))}
        />
        <BarList
          title={words.perLanguage}
          rows={report.languages.map((row) => ({
            label: LANGUAGE_TABLE[row.language].name,
            ...salesOf(row),
          }))}
        />
        <StockTable keys={report.keys} />
      </div>
      <p className="lead">{words.note}</p>
    </>
  )
}

function salesOf(
  row: { readonly orders: number; readonly copies: number; readonly cents: number } | undefined,
) {
  return { orders: row?.orders ?? 0, copies: row?.copies ?? 0, cents: row?.cents ?? 0 }
}
