import type { OrderSort } from '#shared/list-sorts.ts'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash, navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { AlertList } from '#web/admin/alerts/alert-list.tsx'
import { Card } from '#web/admin/card.tsx'
import { DropDown } from '#web/admin/drop-down.tsx'
import { ExportLink } from '#web/admin/export-link.tsx'
import { filterParams } from '#web/admin/filter-params.ts'
import { ListTotal } from '#web/admin/list-total.tsx'
import { MoreButton } from '#web/admin/more-button.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { hasOrderFilters, parseOrderFilters, listedFilters, type OrderFilters } from './order-filters.ts'
import { OrderSelectionBar } from './order-selection.tsx'
import { OrderTable } from './order-table.tsx'
import { OrderView } from './order-view.tsx'
import { UNDECIDED, useOrders } from './use-orders.ts'
import { useOrderSelection } from './use-order-selection.ts'

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
    <Card
      id="orders-title"
      title={orders.title}
      lead={orders.lead}
      isTab
      aside={
        <>
          <Total filters={filters} />
          <ExportLinks filters={filters} />
        </>
      }
    >
      <OrderFilterBar filters={filters} onChange={filterBy} />
      <OrderList filters={filters} tab="orders" onSort={(sort) => filterBy({ sort }, 'replace')} />
    </Card>
  )
}

/** Lists the orders that wait for a decision by staff, and open alerts. */
export function ExceptionsTab() {
  const [id] = useAdminLocation().rest
  return id === undefined ? <Inbox /> : <OrderView id={id} from="exceptions" />
}

function Inbox() {
  const { orders: words } = useAdmin().texts
  const orders = useOrders(UNDECIDED)
  return (
    <div className="stack">
      <Card id="inbox-title" title={words.inbox} lead={words.inboxLead} isTab>
        <OrderList filters={UNDECIDED} tab="exceptions" />
      </Card>
      {/* not before the list above has its height: a click would miss what moves */}
      {orders.isPending ? null : <AlertList />}
    </div>
  )
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
  const may = useMay()
  const selection = useOrderSelection(filters)
  const isSelectable = tab === 'orders' && (may('orders.resend') || may('export'))
  if (!list.isSuccess) return <ReadState query={list} failed={words.failed} lines={10} />
  const rows = list.data.pages.flatMap((page) => page.orders)
  if (rows.length === 0) {
    const nothing = hasOrderFilters(filters) ? words.noMatch : words.empty
    return (
      <EmptyState text={tab === 'exceptions' ? words.inboxEmpty : nothing}>
        {filters.q === '' ? null : (
          <a href={locationHash({ tab: 'keys', rest: ['list'], filters: { q: filters.q } })}>
            {texts.find.keysToo}
          </a>
        )}
      </EmptyState>
    )
  }
  const [first] = list.data.pages
  return (
    <>
      {isSelectable && first !== undefined ? (
        <OrderSelectionBar selection={selection} total={first.total} hasMore={first.hasMore} />
      ) : null}
      <OrderTable
        rows={rows}
        tab={tab}
        {...(isSelectable ? { selection } : {})}
        {...(onSort === undefined ? {} : { sorting: { sort: filters.sort, onSort } })}
      />
      <MoreButton list={list} label={words.more} />
    </>
  )
}

/** How many orders the filters leave; the list shares the request. */
function Total({ filters }: { readonly filters: OrderFilters }) {
  return <ListTotal page={useOrders(filters).data?.pages[0]} />
}

function ExportLinks({ filters }: { readonly filters: OrderFilters }) {
  const { orders } = useAdmin().texts
  const may = useMay()
  if (!may('export')) return null
  return (
    <span className="split">
      <ExportLink href={`/functions/export-orders?${new URLSearchParams(listedFilters(filters)).toString()}`}>
        <span title={orders.export}>{orders.exports}</span>
      </ExportLink>
      <DropDown label={<span aria-hidden="true">▾</span>} name={orders.moreExports} className="act act-small">
        <div className="stack">
          <ExportLink href="/functions/export-addresses">{orders.exportAddresses}</ExportLink>
        </div>
      </DropDown>
    </span>
  )
}
