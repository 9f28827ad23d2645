import { useState } from 'react'
import type { RefundRow } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { sendRefundWithdrawal } from '#web/admin/orders/order-calls.ts'
import { useOrderAction } from '#web/admin/orders/use-order-action.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { PayoutDialog } from './payout-dialog.tsx'

interface RefundActionsProps {
  readonly refund: RefundRow
  /** Where the refund stands in a queue, which has the dialog; absent for the refunds of an order. */
  readonly onPay?: (id: string) => void
}

/** Pays and records, or cancels, a refund; renders nothing once it is finished. A payout plan pays those that it has. */
export function RefundActions({ refund, onPay }: RefundActionsProps) {
  const { refunds: words, payout } = useAdmin().texts
  const may = useMay()
  const runAction = useOrderAction()
  const [isPaying, setIsPaying] = useState(false)
  const { id, status, isPlanned } = refund
  if (!may('refunds.record') || status === 'verified' || status === 'withdrawn') return null
  if (isPlanned) return <span className="badge badge-held">{payout.planned}</span>
  const close = () => setIsPaying(false)
  return (
    <div className="row row-end">
      <Button isSmall onClick={() => (onPay === undefined ? setIsPaying(true) : onPay(id))}>
        {payout.pay}
      </Button>
      {status === 'recorded' ? null : (
        <ConfirmButton
          isSmall
          look="quiet"
          aria-label={words.withdraw}
          title={words.withdraw}
          confirm={{
            title: words.withdraw,
            question: words.withdrawQuestion,
            action: words.withdraw,
            onConfirm: () => runAction(sendRefundWithdrawal(id), words.withdrawn),
          }}
        >
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" className="nav-icon">
            <path d="m6 6 12 12M18 6 6 18" />
          </svg>
        </ConfirmButton>
      )}
      {isPaying ? <PayoutDialog refund={refund} onClose={close} onRecorded={close} /> : null}
    </div>
  )
}
