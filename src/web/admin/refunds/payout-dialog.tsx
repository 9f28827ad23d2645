import { useEffect, useRef } from 'react'
import type { RefundRow } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { sendRefundQuote } from '#web/admin/orders/order-calls.ts'
import { useOrderAction } from '#web/admin/orders/use-order-action.ts'
import { useBusy } from '#web/admin/use-busy.ts'
import { PayoutModal, type PayoutQueue } from './payout-modal.tsx'

interface PayoutDialogProps {
  readonly refund: RefundRow
  readonly queue?: PayoutQueue
  readonly onClose: () => void
  /** The transaction is recorded. */
  readonly onRecorded: () => void
}

/** Pays and records a refund; what it owes today is computed as the dialog opens. */
export function PayoutDialog({ refund, queue, onClose, onRecorded }: PayoutDialogProps) {
  const { refunds: words } = useAdmin().texts
  const runAction = useOrderAction()
  const [isQuoting, run] = useBusy()
  const { id, status, owed, isQuoteOld } = refund
  const quote = () => run(() => runAction(sendRefundQuote(id), words.quoted))
  const isQuoteDue = owed === null || (isQuoteOld && status === 'asked')
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isQuoteDue || isAsked.current) return
    isAsked.current = true
    void quote()
  })
  return (
    <PayoutModal
      refund={refund}
      {...(queue === undefined ? {} : { queue })}
      isQuoting={isQuoting}
      onQuoteAgain={quote}
      onClose={onClose}
      onRecorded={onRecorded}
    />
  )
}
