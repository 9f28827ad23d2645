import type { OrderSort } from '#shared/list-sorts.ts'
import { fill, formatCount, plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash, navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { AlertList } from '#web/admin/alerts/alert-list.tsx'
import { Card } from '#web/admin/card.tsx'
import { DayRange } from '#web/admin/day-range.tsx'
import { ExportLink } from '#web/admin/export-link.tsx'
import { filterParams } from '#web/admin/filter-params.ts'
import { MoreButton } from '#web/admin/more-button.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useReadPages } from '#web/admin/use-read.ts'
import { ORDERS, type OrderListResult } from './order-calls.ts'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { hasOrderFilters, parseOrderFilters, listedFilters, type OrderFilters } from './order-filters.ts'
import { OrderTable } from './order-table.tsx'
import { OrderView } from './order-view.tsx'

/** Shows the order list, or one order. */
export function OrdersTab() {
  const { orders } = useAdmin().texts
  const { rest, filters: params } = useAdminLocation()
  const filters = parseOrderFilters(params)
  const [id] = rest
  if (id !== undefined) return <OrderView id={id} from="orders" />
  const filterBy = (next: Partial<OrderFilters>, how?: 'push' | 'replace') =>
    navigateTo({ tab: 'orders', filters: filterParams({ ...filters, ...next }) }, how)
  return (
    <Card id="orders-title" title={orders.title} lead={orders.lead} isTab>
      <OrderFilterBar filters={filters} onChange={filterBy} />
      <DayRange range={filters} isOptional onChange={filterBy} />
      <ExportLinks filters={filters} />
      <OrderList filters={filters} tab="orders" onSort={(sort) => filterBy({ sort }, 'replace')} />
    </Card>
  )
}

/** Lists the orders that wait for a decision by staff, and open alerts. */
export function ExceptionsTab() {
  const [id] = useAdminLocation().rest
  return id === undefined ? <Inbox /> : <OrderView id={id} from="exceptions" />
}

const IN_REVIEW = parseOrderFilters({ status: 'review' })

function Inbox() {
  const { orders: words } = useAdmin().texts
  const orders = useOrders(IN_REVIEW)
  return (
    <div className="tab-content stack">
      <Card id="inbox-title" title={words.inbox} lead={words.inboxLead} level={2}>
        <OrderList filters={IN_REVIEW} tab="exceptions" />
      </Card>
      {/* not before the list above has its height: a click would miss what moves */}
      {orders.isPending ? null : <AlertList />}
    </div>
  )
}

function useOrders(filters: OrderFilters) {
  return useReadPages<OrderListResult>(['orders', filters], ORDERS, listedFilters(filters))
}

interface OrderListProps {
  readonly filters: OrderFilters
  readonly tab: 'orders' | 'exceptions'
  /** Absent for a list that has an order of its own. */
  readonly onSort?: (sort: OrderSort) => void
}

function OrderList({ filters, tab, onSort }: OrderListProps) {
  const { texts } = useAdmin()
  const words = texts.orders
  const list = useOrders(filters)
  if (!list.isSuccess) return <ReadState query={list} failed={words.failed} lines={10} />
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
        {...(onSort === undefined ? {} : { sorting: { sort: filters.sort, onSort } })}
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
      <ExportLink href={`/functions/export-orders?${new URLSearchParams(listedFilters(filters)).toString()}`}>
        {texts.orders.export}
      </ExportLink>
      <ExportLink href="/functions/export-addresses">{texts.orders.exportAddresses}</ExportLink>
    </div>
  )
}
