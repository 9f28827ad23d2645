import { cents } from '#shared/money.ts'
import type { RefundRow, RefundStatus } from '#shared/orders-api.ts'
import type { RefundSort } from '#shared/list-sorts.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { HashCode, OrderLink } from '#web/admin/copyable-code.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { EmailCell } from '#web/admin/email-cell.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { locationHash } from '#web/admin/admin-location.ts'
import { ChainLink } from '#web/admin/chain-link.tsx'
import { Ago } from '#web/admin/ago.tsx'
import { sortedBy, type Sorting } from '#web/admin/sort-state.ts'
import { isPast } from '#web/admin/format-date.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { formatPrice } from '#texts/format.ts'
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
  readonly onPay?: (id: string) => void
}

export function RefundTable({ rows, sorting, onPay }: RefundTableProps) {
  const { texts } = useAdmin()
  const words = texts.refunds
  const columns: readonly Column<RefundRow>[] = [
    { label: words.order, as: 'title', small: 'start', cell: ({ orderId }) => <OrderLink id={orderId} /> },
    {
      label: texts.orders.email,
      as: 'wide',
      small: 'main',
      cell: ({ email }) => <EmailCell email={email} />,
    },
    {
      label: words.state,
      small: 'below',
      cell: ({ status }) => <span className={`badge badge-${TONES[status]}`}>{words.statuses[status]}</span>,
    },
    { label: words.asked, small: 'none', cell: (refund) => <AskedCell refund={refund} /> },
    {
      label: texts.payout.payBy,
      small: 'edge',
      ...sortedBy(sorting, ['oldest', 'newest'], 'ascending'),
      cell: (refund) => <PayByCell refund={refund} />,
    },
    {
      label: words.owed,
      small: 'end',
      ...sortedBy(sorting, ['price_desc', 'price_asc'], 'descending'),
      cell: (refund) => <OwedAmount refund={refund} />,
    },
    ...(rows.some(({ transactions }) => transactions.length > 0)
      ? [
          {
            label: words.transactions,
            small: 'line' as const,
            cell: (refund: RefundRow) => <Transactions refund={refund} />,
          },
        ]
      : []),
    {
      label: texts.keys.actions,
      small: 'line',
      cell: (refund) => <RefundActions refund={refund} {...(onPay === undefined ? {} : { onPay })} />,
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

function AskedCell({ refund: { askedAt, askedBy, reason } }: { readonly refund: RefundRow }) {
  const { refunds: words, shell } = useAdmin().texts
  return (
    <span
      className="one-line"
      title={[askedBy === 'buyer' ? words.byBuyer : words.byStaff, reason].join(`${shell.colon} `)}
    >
      <Ago at={askedAt} />
      {reason === '' ? null : <bdi className="cut lead">{reason}</bdi>}
    </span>
  )
}

/** The deadline, while the refund is not paid. */
function PayByCell({ refund: { status, payBy } }: { readonly refund: RefundRow }) {
  const { shell, payout } = useAdmin().texts
  if (status === 'verified' || status === 'withdrawn') return <>{shell.none}</>
  return (
    <span className="one-line">
      <DateTime at={payBy} isDay />
      {isPast(payBy) ? <span className="badge badge-retired">{payout.overdue}</span> : null}
    </span>
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
  const { owed, owedNow, priceCents, currency, asset } = refund
  return (
    <span className="badges">
      <OwedCoins owed={owed} owedNow={owedNow} asset={asset} />
      {priceCents === 0 ? null : (
        <span className="lead">{formatPrice(language, cents(priceCents), currency)}</span>
      )}
      {owed === null && owedNow === null ? <span className="badge badge-held">{words.notQuoted}</span> : null}
      <Freezes refund={refund} />
    </span>
  )
}

/** What is owed in the coin: the quote of today, or what it would be now. */
function OwedCoins({ owed, owedNow, asset }: Pick<RefundRow, 'owed' | 'owedNow' | 'asset'>) {
  const { refunds } = useAdmin().texts
  if (owedNow !== null) {
    return (
      <span title={refunds.byRateNow}>
        <InlineCode>{`≈ ${owedNow} ${asset}`}</InlineCode>
      </span>
    )
  }
  return owed === null ? null : <InlineCode>{`${owed} ${asset}`}</InlineCode>
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
            {reason === null ? null : `${shell.colon} ${refunds.reasons[reason]}`}
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
