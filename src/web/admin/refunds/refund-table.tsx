import { INVOICE_FILE_ID_CHARS, TRANSACTION_HASH_SHOWN_CHARS } from '#shared/constants.ts'
import type { RefundRow, RefundStatus } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { locationHash } from '#web/admin/admin-location.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { formatCount } from '#texts/format.ts'
import { RefundActions } from './refund-actions.tsx'

const TONES: Readonly<Record<RefundStatus, string>> = {
  asked: 'held',
  recorded: 'used',
  mismatch: 'retired',
  verified: 'available',
  withdrawn: 'used',
}

export function RefundTable({ rows }: { readonly rows: readonly RefundRow[] }) {
  const { texts, language } = useAdmin()
  const words = texts.refunds
  const columns: readonly Column<RefundRow>[] = [
    {
      id: 'order',
      label: words.order,
      isHeader: true,
      cell: ({ orderId }) => (
        <a href={locationHash({ tab: 'orders', rest: [orderId] })}>
          <InlineCode>{orderId.slice(0, INVOICE_FILE_ID_CHARS)}</InlineCode>
        </a>
      ),
    },
    {
      id: 'asked',
      label: words.asked,
      cell: ({ askedAt, askedBy }) => (
        <>
          <DateTime at={askedAt} /> <small>{askedBy === 'buyer' ? words.byBuyer : words.byStaff}</small>
        </>
      ),
    },
    {
      id: 'state',
      label: words.state,
      cell: ({ status }) => <span className={`badge badge-${TONES[status]}`}>{words.statuses[status]}</span>,
    },
    {
      id: 'copies',
      label: words.copies,
      isNumber: true,
      cell: ({ quantity }) => formatCount(language, quantity),
    },
    { id: 'owed', label: words.owed, cell: (refund) => <OwedAmount refund={refund} /> },
    { id: 'transactions', label: words.transactions, cell: (refund) => <Transactions refund={refund} /> },
    {
      id: 'reason',
      label: words.reason,
      cell: ({ reason }) => (reason === '' ? texts.shell.none : <bdi>{reason}</bdi>),
    },
    {
      id: 'actions',
      label: texts.keys.actions,
      isBare: true,
      cell: (refund) => <RefundActions refund={refund} />,
    },
  ]
  return <DataTable caption={words.list} columns={columns} rows={rows} keyOf={({ id }) => id} />
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
  const words = useAdmin().texts.refunds
  if (refund.owed === null) {
    return (
      <span className="badges">
        <span className="badge badge-held">{words.notQuoted}</span>
        <Freezes refund={refund} />
      </span>
    )
  }
  return (
    <span className="badges">
      <InlineCode>{`${refund.owed} ${refund.asset}`}</InlineCode>
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
