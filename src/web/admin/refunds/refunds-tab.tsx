import { useInfiniteQuery } from '@tanstack/react-query'
import type { RefundStatus } from '#shared/orders-api.ts'
import { REFUND_SORTS, type RefundSort } from '#shared/list-sorts.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { MoreButton } from '#web/admin/more-button.tsx'
import { readRefunds, type RefundListResult } from '#web/admin/orders/order-calls.ts'
import { navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { RefundTable } from './refund-table.tsx'

const STATUSES = [
  'asked',
  'recorded',
  'mismatch',
  'verified',
  'withdrawn',
] as const satisfies readonly RefundStatus[]
const CHOICES = ['open', 'all', ...STATUSES] as const

/** Lists refunds from request to on-chain verification; by default only open ones. */
export function RefundsTab() {
  const { texts } = useAdmin()
  const words = texts.refunds
  const { filters } = useAdminLocation()
  const status = CHOICES.find((one) => one === filters['status']) ?? 'open'
  const sort = REFUND_SORTS.find((one) => one === filters['sort']) ?? 'newest'
  const show = (next: { readonly status?: string; readonly sort?: RefundSort }) => {
    const wanted = { status, sort, ...next }
    const params = {
      status: wanted.status === 'open' ? '' : wanted.status,
      sort: wanted.sort === 'newest' ? '' : wanted.sort,
    }
    navigateTo({ tab: 'refunds', filters: params }, next.sort === undefined ? 'push' : 'replace')
  }
  const list = useInfiniteQuery({
    queryKey: ['refunds', status, sort],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => readRefunds({ status, sort }, pageParam, signal),
    getNextPageParam: (page: RefundListResult) => page.next,
  })
  const rows = list.data?.pages.flatMap((page) => page.refunds) ?? []
  const nameOf = (choice: (typeof CHOICES)[number]) =>
    choice === 'open' || choice === 'all' ? words[choice] : words.statuses[choice]
  return (
    <section className="card tab-content stack" aria-labelledby="refunds-title">
      <h2 id="refunds-title">{words.title}</h2>
      <p className="lead">{words.lead}</p>
      <div className="filters">
        <label className="field">
          <span>{words.state}</span>
          <select
            value={status}
            onChange={({ target }) => {
              show({ status: target.value })
            }}
          >
            {CHOICES.map((choice) => (
              <option key={choice} value={choice}>
                {nameOf(choice)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {list.isPending ? <Skeleton lines={6} /> : null}
      {list.isError ? (
        <FailedNote text={words.failed} error={list.error} onRetry={() => list.refetch()} />
      ) : null}
      {list.isSuccess && rows.length === 0 ? <p className="empty">{words.empty}</p> : null}
      {rows.length > 0 ? (
        <RefundTable
          rows={rows}
          sorting={{
            sort,
            onSort: (next) => {
              show({ sort: next })
            },
          }}
        />
      ) : null}
      <MoreButton list={list} label={texts.orders.more} />
    </section>
  )
}
