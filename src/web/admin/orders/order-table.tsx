import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import { cents } from '#shared/money.ts'
import type { OrderSort } from '#shared/list-sorts.ts'
import type { OrderRow } from '#shared/orders-api.ts'
import { railOf } from '#shared/rails.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { OrderLink } from '#web/admin/copyable-code.tsx'
import { EmailCell } from '#web/admin/email-cell.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { locationHash } from '#web/admin/admin-location.ts'
import { Ago } from '#web/admin/ago.tsx'
import { sortedBy, type Sorting } from '#web/admin/sort-state.ts'
import { selectionColumn } from '#web/admin/selection-column.tsx'
import { fill, formatCount, formatPrice } from '#texts/format.ts'
import { describeCase } from './describe-case.ts'
import { networkLabel } from './network-label.ts'
import { OrderBadges } from './order-badges.tsx'
import type { OrderSelection } from './use-order-selection.ts'

interface OrderTableProps {
  readonly rows: readonly OrderRow[]
  /** The tab that the links stay in. */
  readonly tab: 'orders' | 'exceptions'
  /** Absent where the order cannot be chosen. */
  readonly sorting?: Sorting<OrderSort>
  /** Absent where nothing is done with several orders. */
  readonly selection?: OrderSelection
}

export function OrderTable({ rows, tab, sorting, selection }: OrderTableProps) {
  const { texts, editionName, language } = useAdmin()
  const words = texts.orders
  const columns: readonly Column<OrderRow>[] = [
    ...(selection === undefined
      ? []
      : [
          selectionColumn<OrderRow>(
            { rows, selected: selection.selected, onSelect: selection.select },
            {
              all: texts.many.selectShown,
              nameOf: ({ id }) => fill(texts.many.selectOrder, { id: id.slice(0, INVOICE_FILE_ID_CHARS) }),
            },
          ),
        ]),
    { label: words.id, as: 'title', small: 'start', cell: ({ id }) => <OrderLink id={id} tab={tab} /> },
    {
      label: words.created,
      small: 'edge',
      ...sortedBy(sorting, ['newest', 'oldest'], 'descending'),
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
    {
      label: words.state,
      small: 'below',
      ...sortedBy(sorting, ['status_asc', 'status_desc'], 'ascending'),
      cell: (order) => <OrderBadges order={order} isShort />,
    },
    ...(tab === 'orders'
      ? [
          {
            label: words.confirmed,
            small: 'none' as const,
            as: 'extra' as const,
            ...sortedBy(sorting, ['paid_desc', 'paid_asc'], 'descending'),
            cell: ({ confirmedAt }: OrderRow) => <Ago at={confirmedAt} />,
          },
        ]
      : []),
    {
      label: texts.keys.edition,
      ...(tab === 'exceptions' ? { as: 'extra' as const } : {}),
      small: 'none',
      cell: ({ edition, quantity }) => (
        <span className="nowrap">{`${editionName(edition)} ×\u00a0${formatCount(language, quantity)}`}</span>
      ),
    },
    tab === 'exceptions'
      ? {
          label: texts.decisions.happened,
          as: 'wide',
          small: 'line',
          cell: (order) => (
            <span className="two-line-text" title={describeCase(order, texts)}>
              {describeCase(order, texts)}
            </span>
          ),
        }
      : {
          label: words.amount,
          small: 'none',
          cell: ({ amount, network }) => (
            <bdi dir="ltr" className="nowrap">
              {amount} {networkLabel(railOf(network))}
            </bdi>
          ),
        },
    {
      label: words.price,
      as: 'number',
      small: 'end',
      ...sortedBy(sorting, ['price_desc', 'price_asc'], 'descending'),
      cell: ({ priceCents, currency }) => formatPrice(language, cents(priceCents), currency),
    },
    {
      label: words.email,
      as: tab === 'exceptions' ? 'bare' : 'wide',
      small: 'main',
      cell: ({ email }) => <EmailCell email={email} />,
    },
  ]
  return (
    <DataTable
      caption={words.list}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      isMarked={({ id }) => selection?.selected.has(id) === true}
      opensOf={({ id }) => locationHash({ tab, rest: [id] })}
    />
  )
}
