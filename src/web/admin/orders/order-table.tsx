import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import { cents } from '#shared/money.ts'
import type { OrderSort } from '#shared/list-sorts.ts'
import type { OrderRow } from '#shared/orders-api.ts'
import { railOf } from '#shared/rails.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { locationHash } from '#web/admin/admin-location.ts'
import { Ago } from '#web/admin/ago.tsx'
import { sortState } from '#web/admin/sort-state.ts'
import { formatCount, formatPrice } from '#texts/format.ts'
import { describeCase } from './describe-case.ts'
import { networkLabel } from './network-label.ts'
import { OrderBadges } from './order-badges.tsx'

interface OrderTableProps {
  readonly rows: readonly OrderRow[]
  /** The tab that the links stay in. */
  readonly tab: 'orders' | 'exceptions'
  readonly sort: OrderSort
  /** Not called in the tab `exceptions`, whose order cannot be chosen. */
  readonly onSort: (sort: OrderSort) => void
}

export function OrderTable({ rows, tab, sort, onSort }: OrderTableProps) {
  const { texts, editionName, language } = useAdmin()
  const words = texts.orders
  const sorting = (ways: readonly [OrderSort, OrderSort], first: 'ascending' | 'descending') =>
    tab === 'orders' ? { sort: sortState(sort, ways, first, onSort) } : {}
  const columns: readonly Column<OrderRow>[] = [
    {
      id: 'id',
      label: words.id,
      isHeader: true,
      isBare: true,
      cell: ({ id }) => (
        <a href={locationHash({ tab, rest: [id] })}>
          <InlineCode>{id.slice(0, INVOICE_FILE_ID_CHARS)}</InlineCode>
        </a>
      ),
    },
    {
      id: 'created',
      label: words.created,
      ...sorting(['newest', 'oldest'], 'descending'),
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
    {
      id: 'state',
      label: words.state,
      ...sorting(['status_asc', 'status_desc'], 'ascending'),
      cell: (order) => <OrderBadges order={order} isShort />,
    },
    ...(tab === 'orders'
      ? [
          {
            id: 'paid',
            label: words.confirmed,
            ...sorting(['paid_desc', 'paid_asc'], 'descending'),
            cell: ({ confirmedAt }: OrderRow) => <Ago at={confirmedAt} />,
          },
        ]
      : []),
    {
      id: 'edition',
      label: texts.keys.edition,
      cell: ({ edition, quantity }) => `${editionName(edition)} ×\u00a0${formatCount(language, quantity)}`,
    },
    tab === 'exceptions'
      ? { id: 'happened', label: texts.decisions.happened, cell: (order) => describeCase(order, texts) }
      : {
          id: 'amount',
          label: words.amount,
          cell: ({ amount, network }) => (
            <bdi dir="ltr" className="nowrap">
              {amount} {networkLabel(railOf(network))}
            </bdi>
          ),
        },
    {
      id: 'price',
      label: words.price,
      isNumber: true,
      ...sorting(['price_desc', 'price_asc'], 'descending'),
      cell: ({ priceCents }) => formatPrice(language, cents(priceCents)),
    },
    {
      id: 'email',
      label: words.email,
      cell: ({ email }) => (email === null ? words.erased : <bdi className="email">{email}</bdi>),
    },
  ]
  return (
    <DataTable
      caption={words.list}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      opensOf={({ id }) => locationHash({ tab, rest: [id] })}
    />
  )
}
