import type { ExternalOrder, ExternalState } from '#shared/program-orders.ts'
import { fill, formatCount } from '#texts/format.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Ago } from '#web/admin/ago.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DropDown } from '#web/admin/drop-down.tsx'
import { EmailCell } from '#web/admin/email-cell.tsx'
import { useOrderAction } from '#web/admin/orders/use-order-action.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { markRefunded, sendKeysAgain } from './sale-calls.ts'

const TONES: Readonly<Record<ExternalState, string>> = {
  waiting: 'held',
  delivered: 'available',
  refunded: 'used',
}

/** Sales made elsewhere, each with what may be done with it. */
export function SaleTable({ rows }: { readonly rows: readonly ExternalOrder[] }) {
  const { texts, editionName, language } = useAdmin()
  const may = useMay()
  const { elsewhere, orders, keys } = texts
  const columns: readonly Column<ExternalOrder>[] = [
    {
      label: elsewhere.reference,
      as: 'title',
      small: 'start',
      cell: ({ reference }) => (
        <span className="email-cell reference" title={reference}>
          {reference}
        </span>
      ),
    },
    { label: orders.created, small: 'end', cell: ({ createdAt }) => <Ago at={createdAt} /> },
    {
      label: orders.state,
      small: 'below',
      cell: ({ state }) => <span className={`badge badge-${TONES[state]}`}>{elsewhere.states[state]}</span>,
    },
    {
      label: keys.edition,
      small: 'line',
      cell: ({ edition, quantity }) => (
        <span className="nowrap">{`${editionName(edition)} ×\u00a0${formatCount(language, quantity)}`}</span>
      ),
    },
    { label: orders.email, as: 'wide', small: 'line', cell: ({ email }) => <EmailCell email={email} /> },
  ]
  const actions: Column<ExternalOrder> = {
    label: keys.actions,
    head: <span className="visually-hidden">{keys.actions}</span>,
    as: 'bare',
    small: 'edge',
    cell: (sale) => <SaleActions sale={sale} />,
  }
  return (
    <DataTable
      caption={elsewhere.list}
      columns={may('orders.resend') || may('refunds.record') ? [...columns, actions] : columns}
      rows={rows}
      keyOf={({ id }) => id}
    />
  )
}

/** In a menu: in some languages they are longer than the row. */
function SaleActions({ sale }: { readonly sale: ExternalOrder }) {
  const { id, reference, state, email } = sale
  const { elsewhere, orders, keys, integrations } = useAdmin().texts
  const may = useMay()
  const act = useOrderAction()
  const canSend = may('orders.resend') && state === 'delivered' && email !== null
  const canRefund = may('refunds.record') && state !== 'refunded'
  if (!canSend && !canRefund) return null
  return (
    <DropDown
      label={<span aria-hidden="true">⋯</span>}
      name={fill(integrations.actionFor, { action: keys.actions, name: reference })}
      className="act act-small"
    >
      <div className="stack">
        {canSend ? (
          <ActionButton
            label={orders.resend}
            name={reference}
            onAct={() => act(sendKeysAgain(id), orders.resent)}
          />
        ) : null}
        {canRefund ? (
          <ActionButton
            label={elsewhere.refund}
            name={reference}
            question={elsewhere.questions[state]}
            isDangerous
            onAct={() => act(markRefunded(id), elsewhere.refunded)}
          />
        ) : null}
      </div>
    </DropDown>
  )
}
