import { ExportLink } from '#web/admin/export-link.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAdmin } from '#web/admin/admin-context.ts'
import { AlertList } from '#web/admin/alerts/alert-list.tsx'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { MoreButton } from '#web/admin/more-button.tsx'
import { DayRange } from '#web/admin/day-range.tsx'
import { locationHash, navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { fill, formatCount, plural } from '#texts/format.ts'
import { readOrders, type OrderListResult } from './order-calls.ts'
import { OrderFilterBar } from './order-filter-bar.tsx'
import {
  hasOrderFilters,
  parseOrderFilters,
  orderListQuery,
  orderFilterParams,
  type OrderFilters,
} from './order-filters.ts'
import { OrderTable } from './order-table.tsx'
import { OrderView } from './order-view.tsx'

/** Shows the order list, or one order. */
export function OrdersTab() {
  const { texts } = useAdmin()
  const { rest, filters: params } = useAdminLocation()
  const filters = parseOrderFilters(params)
  const [id] = rest
  if (id !== undefined) return <OrderView id={id} from="orders" />
  return (
    <section className="card tab-content stack" aria-labelledby="orders-title">
      <h2 id="orders-title">{texts.orders.title}</h2>
      <p className="lead">{texts.orders.lead}</p>
      <OrderFilterBar
        filters={filters}
        onChange={(next, how) => {
          navigateTo({ tab: 'orders', filters: orderFilterParams({ ...filters, ...next }) }, how)
        }}
      />
      <DayRange
        range={filters}
        isOptional
        onChange={({ from, to }) => {
          navigateTo({ tab: 'orders', filters: orderFilterParams({ ...filters, from, to }) })
        }}
      />
      <ExportLinks filters={filters} />
      <OrderList filters={filters} tab="orders" />
    </section>
  )
}

/** Lists the orders that wait for a decision by staff, and open alerts. */
export function ExceptionsTab() {
  const [id] = useAdminLocation().rest
  return id === undefined ? <Inbox /> : <OrderView id={id} from="exceptions" />
}

const IN_REVIEW = parseOrderFilters({ status: 'review' })

function Inbox() {
  const { texts } = useAdmin()
  const orders = useOrders(IN_REVIEW)
  return (
    <div className="tab-content stack">
      <section className="card stack" aria-labelledby="inbox-title">
        <h2 id="inbox-title">{texts.orders.inbox}</h2>
        <p className="lead">{texts.orders.inboxLead}</p>
        <OrderList filters={IN_REVIEW} tab="exceptions" />
      </section>
      {/* not before the list above has its height: a click would miss what moves */}
      {orders.isPending ? null : <AlertList />}
    </div>
  )
}

function useOrders(filters: OrderFilters) {
  return useInfiniteQuery({
    queryKey: ['orders', filters],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => readOrders(filters, pageParam, signal),
    getNextPageParam: (page: OrderListResult) => page.next,
  })
}

interface OrderListProps {
  readonly filters: OrderFilters
  readonly tab: 'orders' | 'exceptions'
}

function OrderList({ filters, tab }: OrderListProps) {
  const { texts } = useAdmin()
  const words = texts.orders
  const list = useOrders(filters)
  if (list.isPending) return <Skeleton lines={10} />
  if (list.isError)
    return <FailedNote text={words.failed} error={list.error} onRetry={() => list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.orders)
  const [first] = list.data.pages
  if (rows.length === 0) {
    const nothing = hasOrderFilters(filters) ? words.noMatch : words.empty
    return (
      <p className="empty">
        {tab === 'exceptions' ? words.inboxEmpty : nothing}{' '}
        {filters.q === '' ? null : (
          <a href={locationHash({ tab: 'keys', rest: ['list'], filters: { q: filters.q } })}>
            {texts.find.keysToo}
          </a>
        )}
      </p>
    )
  }
  return (
    <>
      {first === undefined ? null : <Total page={first} />}
      <OrderTable
        rows={rows}
        tab={tab}
        sort={filters.sort}
        onSort={(sort) => {
          navigateTo({ tab: 'orders', filters: orderFilterParams({ ...filters, sort }) }, 'replace')
        }}
      />
      <MoreButton list={list} label={words.more} />
    </>
  )
}

function Total({ page: { total, hasMore } }: { readonly page: OrderListResult }) {
  const { texts, language } = useAdmin()
  const count = formatCount(language, total)
  return (
    <p role="status" className="lead">
      {hasMore ? fill(texts.pages.more, { count }) : plural(language, texts.pages.total, total)}
    </p>
  )
}

function ExportLinks({ filters }: { readonly filters: OrderFilters }) {
  const { texts } = useAdmin()
  const may = useMay()
  if (!may('export')) return null
  return (
    <div className="row">
      <ExportLink href={`/functions/export-orders?${orderListQuery(filters)}`}>
        {texts.orders.export}
      </ExportLink>
      <ExportLink href="/functions/export-addresses">{texts.orders.exportAddresses}</ExportLink>
    </div>
  )
}
