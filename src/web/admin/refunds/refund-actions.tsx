import { useState } from 'react'
import type { RefundRow } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
import { sendRefundQuote, sendRefundWithdrawal } from '#web/admin/orders/order-calls.ts'
import { useOrderAction } from '#web/admin/orders/use-order-action.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { PayoutModal } from './payout-modal.tsx'

/** Pays and records, or cancels, a refund; renders nothing once it is finished. A payout plan pays those that it has. */
export function RefundActions({ refund }: { readonly refund: RefundRow }) {
  const { refunds: words, payout } = useAdmin().texts
  const may = useMay()
  const runAction = useOrderAction()
  const [confirming, setConfirming] = useState<'pay' | 'withdraw' | null>(null)
  const [isQuoting, setIsQuoting] = useState(false)
  const { id, status, owed, isQuoteOld, isPlanned } = refund
  if (!may('refunds.record') || status === 'verified' || status === 'withdrawn') return null
  if (isPlanned) return <span className="badge badge-held">{payout.planned}</span>
  const close = () => {
    setConfirming(null)
  }
  const quote = async () => {
    setIsQuoting(true)
    await runAction(sendRefundQuote(id), words.quoted)
    setIsQuoting(false)
  }
  const isQuoteDue = owed === null || (isQuoteOld && status === 'asked')
  return (
    <div className="row">
      <button
        type="button"
        className="act act-small"
        onClick={() => {
          setConfirming('pay')
          if (isQuoteDue) void quote()
        }}
      >
        {payout.pay}
      </button>
      {status === 'recorded' ? null : (
        <button
          type="button"
          className="act act-small"
          onClick={() => {
            setConfirming('withdraw')
          }}
        >
          {words.withdraw}
        </button>
      )}
      {confirming === 'pay' ? (
        <PayoutModal
          refund={refund}
          isQuoting={isQuoting}
          onQuoteAgain={() => {
            void quote()
          }}
          onClose={close}
        />
      ) : null}
      {confirming === 'withdraw' ? (
        <ConfirmModal
          title={words.withdraw}
          question={words.withdrawQuestion}
          action={words.withdraw}
          onConfirm={async () => {
            await runAction(sendRefundWithdrawal(id), words.withdrawn)
          }}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
