import { cents } from '#shared/money.ts'
import type { RefundRow, RefundStatus } from '#shared/orders-api.ts'
import type { RefundSort } from '#shared/list-sorts.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { HashCode, OrderLink } from '#web/admin/copyable-code.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { locationHash } from '#web/admin/admin-location.ts'
import { ChainLink } from '#web/admin/chain-link.tsx'
import { Ago } from '#web/admin/ago.tsx'
import { sortedBy, type Sorting } from '#web/admin/sort-state.ts'
import { isPast } from '#web/admin/format-date.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { formatCount, formatPrice } from '#texts/format.ts'
import { RefundActions } from './refund-actions.tsx'

const TONES: Readonly<Record<RefundStatus, string>> = {
  asked: 'held',
  recorded: 'used',
  mismatch: 'retired',
  verified: 'available',
  withdrawn: 'used',
}

interface RefundTableProps {
  readonly rows: readonly RefundRow[]
  /** Absent for the refunds of one order. */
  readonly sorting?: Sorting<RefundSort>
}

export function RefundTable({ rows, sorting }: RefundTableProps) {
  const { texts, language, editionName } = useAdmin()
  const words = texts.refunds
  const columns: readonly Column<RefundRow>[] = [
    { label: words.order, as: 'header', cell: (refund) => <OrderCell refund={refund} /> },
    {
      label: texts.keys.edition,
      cell: ({ edition, quantity }) => `${editionName(edition)} ×\u00a0${formatCount(language, quantity)}`,
    },
    {
      label: words.state,
      cell: ({ status }) => <span className={`badge badge-${TONES[status]}`}>{words.statuses[status]}</span>,
    },
    { label: words.asked, cell: (refund) => <AskedCell refund={refund} /> },
    {
      label: texts.payout.payBy,
      ...sortedBy(sorting, ['oldest', 'newest'], 'ascending'),
      cell: (refund) => <PayByCell refund={refund} />,
    },
    {
      label: words.owed,
      ...sortedBy(sorting, ['price_desc', 'price_asc'], 'descending'),
      cell: (refund) => <OwedAmount refund={refund} />,
    },
    { label: words.transactions, cell: (refund) => <Transactions refund={refund} /> },
    { label: texts.keys.actions, as: 'bare', cell: (refund) => <RefundActions refund={refund} /> },
  ]
  return (
    <DataTable
      caption={words.list}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      opensOf={({ orderId }) => locationHash({ tab: 'orders', rest: [orderId] })}
    />
  )
}

function OrderCell({ refund: { orderId, email } }: { readonly refund: RefundRow }) {
  const { orders } = useAdmin().texts
  return (
    <>
      <OrderLink id={orderId} />{' '}
      {email === null ? <small>{orders.erased}</small> : <bdi className="email">{email}</bdi>}
    </>
  )
}

function AskedCell({ refund: { askedAt, askedBy, reason } }: { readonly refund: RefundRow }) {
  const words = useAdmin().texts.refunds
  return (
    <>
      <Ago at={askedAt} /> <small>{askedBy === 'buyer' ? words.byBuyer : words.byStaff}</small>
      {reason === '' ? null : (
        <>
          {' '}
          <bdi className="lead small">{reason}</bdi>
        </>
      )}
    </>
  )
}

/** The deadline, while the refund is not paid. */
function PayByCell({ refund: { status, payBy } }: { readonly refund: RefundRow }) {
  const { shell, payout } = useAdmin().texts
  if (status === 'verified' || status === 'withdrawn') return <>{shell.none}</>
  return (
    <>
      <DateTime at={payBy} isDay />{' '}
      {isPast(payBy) ? <span className="badge badge-retired">{payout.overdue}</span> : null}
    </>
  )
}

function Freezes({ refund: { freeze, ownFreeze } }: { readonly refund: RefundRow }) {
  const words = useAdmin().texts.refunds
  return (
    <>
      {freeze === 'frozen' || freeze === 'unknown' ? (
        <span className={freeze === 'frozen' ? 'badge badge-retired' : 'badge badge-held'}>
          {words.freezes[freeze]}
        </span>
      ) : null}
      {ownFreeze === 'frozen' ? <span className="badge badge-retired">{words.ownFrozen}</span> : null}
    </>
  )
}

function OwedAmount({ refund }: { readonly refund: RefundRow }) {
  const { texts, language } = useAdmin()
  const words = texts.refunds
  const { owed, priceCents, asset, isQuoteOld, status } = refund
  return (
    <span className="badges">
      {owed === null ? null : <InlineCode>{`${owed} ${asset}`}</InlineCode>}
      {priceCents === 0 ? null : <span>{formatPrice(language, cents(priceCents))}</span>}
      {owed === null ? <span className="badge badge-held">{words.notQuoted}</span> : null}
      {owed !== null && isQuoteOld && status === 'asked' ? (
        <span className="badge badge-held">{words.old}</span>
      ) : null}
      <Freezes refund={refund} />
    </span>
  )
}

function Transactions({ refund }: { readonly refund: RefundRow }) {
  const { refunds, shell } = useAdmin().texts
  if (refund.transactions.length === 0) return <>{shell.none}</>
  return (
    <ul>
      {refund.transactions.map(({ txHash, status, reason, amount, isUnagreed }) => (
        <li key={txHash}>
          <HashCode hash={txHash} /> <ChainLink chain={refund.chain} kind="transaction" subject={txHash} />
          <small>
            {refunds.transactionStatuses[status]}
            {reason === null ? null : `: ${refunds.reasons[reason]}`}
            {amount === null ? null : (
              <>
                {' '}
                <bdi dir="ltr">{`${amount} ${refund.asset}`}</bdi>
              </>
            )}
          </small>
          {isUnagreed ? <span className="badge badge-held">{refunds.unagreed}</span> : null}
        </li>
      ))}
    </ul>
  )
}
