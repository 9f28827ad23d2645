import { INVOICE_FILE_ID_CHARS, TRANSACTION_HASH_SHOWN_CHARS } from '#shared/constants.ts'
import { cents } from '#shared/money.ts'
import type { RefundRow, RefundStatus } from '#shared/orders-api.ts'
import type { RefundSort } from '#shared/list-sorts.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { locationHash } from '#web/admin/admin-location.ts'
import { ChainLink } from '#web/admin/chain-link.tsx'
import { Ago } from '#web/admin/ago.tsx'
import { sortState } from '#web/admin/sort-state.ts'
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
  readonly sorting?: { readonly sort: RefundSort; readonly onSort: (sort: RefundSort) => void }
}

export function RefundTable({ rows, sorting }: RefundTableProps) {
  const { texts, language, editionName } = useAdmin()
  const words = texts.refunds
  const sortedBy = (ways: readonly [RefundSort, RefundSort], first: 'ascending' | 'descending') =>
    sorting === undefined ? {} : { sort: sortState(sorting.sort, ways, first, sorting.onSort) }
  const columns: readonly Column<RefundRow>[] = [
    { id: 'order', label: words.order, isHeader: true, cell: (refund) => <OrderCell refund={refund} /> },
    {
      id: 'edition',
      label: texts.keys.edition,
      cell: ({ edition, quantity }) => `${editionName(edition)} ×\u00a0${formatCount(language, quantity)}`,
    },
    {
      id: 'state',
      label: words.state,
      cell: ({ status }) => <span className={`badge badge-${TONES[status]}`}>{words.statuses[status]}</span>,
    },
    { id: 'asked', label: words.asked, cell: (refund) => <AskedCell refund={refund} /> },
    {
      id: 'pay-by',
      label: texts.payout.payBy,
      ...sortedBy(['oldest', 'newest'], 'ascending'),
      cell: (refund) => <PayByCell refund={refund} />,
    },
    {
      id: 'owed',
      label: words.owed,
      ...sortedBy(['price_desc', 'price_asc'], 'descending'),
      cell: (refund) => <OwedAmount refund={refund} />,
    },
    { id: 'transactions', label: words.transactions, cell: (refund) => <Transactions refund={refund} /> },
    {
      id: 'actions',
      label: texts.keys.actions,
      isBare: true,
      cell: (refund) => <RefundActions refund={refund} />,
    },
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
      <a href={locationHash({ tab: 'orders', rest: [orderId] })}>
        <InlineCode>{orderId.slice(0, INVOICE_FILE_ID_CHARS)}</InlineCode>
      </a>{' '}
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
  const price =
    refund.priceCents === 0 ? null : <span>{formatPrice(language, cents(refund.priceCents))}</span>
  if (refund.owed === null) {
    return (
      <span className="badges">
        {price}
        <span className="badge badge-held">{words.notQuoted}</span>
        <Freezes refund={refund} />
      </span>
    )
  }
  return (
    <span className="badges">
      <InlineCode>{`${refund.owed} ${refund.asset}`}</InlineCode>
      {price}
      {refund.isQuoteOld && refund.status === 'asked' ? (
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
          <span title={txHash}>
            <InlineCode>{`${txHash.slice(0, TRANSACTION_HASH_SHOWN_CHARS)}…`}</InlineCode>
          </span>{' '}
          <ChainLink chain={refund.chain} kind="transaction" subject={txHash} />
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
