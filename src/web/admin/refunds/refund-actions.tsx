import { useState } from 'react'
import type { RefundRow } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { sendRefundQuote, sendRefundWithdrawal } from '#web/admin/orders/order-calls.ts'
import { useOrderAction } from '#web/admin/orders/use-order-action.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { useBusy } from '#web/admin/use-busy.ts'
import { PayoutModal } from './payout-modal.tsx'

/** Pays and records, or cancels, a refund; renders nothing once it is finished. A payout plan pays those that it has. */
export function RefundActions({ refund }: { readonly refund: RefundRow }) {
  const { refunds: words, payout } = useAdmin().texts
  const may = useMay()
  const runAction = useOrderAction()
  const [isPaying, setIsPaying] = useState(false)
  const [isQuoting, run] = useBusy()
  const { id, status, owed, isQuoteOld, isPlanned } = refund
  if (!may('refunds.record') || status === 'verified' || status === 'withdrawn') return null
  if (isPlanned) return <span className="badge badge-held">{payout.planned}</span>
  const quote = () => run(() => runAction(sendRefundQuote(id), words.quoted))
  const isQuoteDue = owed === null || (isQuoteOld && status === 'asked')
  return (
    <div className="row">
      <Button
        isSmall
        onClick={() => {
          setIsPaying(true)
          if (isQuoteDue) void quote()
        }}
      >
        {payout.pay}
      </Button>
      {status === 'recorded' ? null : (
        <ConfirmButton
          isSmall
          confirm={{
            title: words.withdraw,
            question: words.withdrawQuestion,
            action: words.withdraw,
            onConfirm: () => runAction(sendRefundWithdrawal(id), words.withdrawn),
          }}
        >
          {words.withdraw}
        </ConfirmButton>
      )}
      {isPaying ? (
        <PayoutModal
          refund={refund}
          isQuoting={isQuoting}
          onQuoteAgain={quote}
          onClose={() => setIsPaying(false)}
        />
      ) : null}
    </div>
  )
}
