import { useState } from 'react'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { ClaimModal } from './claim-modal.tsx'
import { acceptOrder, resendMailAsStaff } from './order-calls.ts'
import { RefundDueModal } from './refund-due-modal.tsx'
import { useOrderAction } from './use-order-action.ts'

/** The decisions available on an order, limited by its status and the user's role. */
export function OrderActions({ order }: { readonly order: OrderDetail }) {
  const { orders: words, claims } = useAdmin().texts
  const may = useMay()
  const runAction = useOrderAction()
  const [confirming, setConfirming] = useState<'accept' | 'claim' | 'refund' | null>(null)
  const close = () => {
    setConfirming(null)
  }
  const isHeldBack = order.status === 'detected' && (order.unagreedSince ?? order.limitedSince) !== null
  const canAccept = may('orders.decide') && (order.status === 'review' || isHeldBack)
  const canRefund = may('orders.decide') && order.transfers.length > 0 && order.status !== 'refunded'
  return (
    <div className="row">
      {canAccept ? (
        <button
          type="button"
          className="act act-main"
          onClick={() => {
            setConfirming('accept')
          }}
        >
          {words.accept}
        </button>
      ) : null}
      {may('orders.decide') ? (
        <button
          type="button"
          className="act"
          onClick={() => {
            setConfirming('claim')
          }}
        >
          {claims.title}
        </button>
      ) : null}
      {canRefund ? (
        <button
          type="button"
          className="act"
          onClick={() => {
            setConfirming('refund')
          }}
        >
          {words.refundDue}
        </button>
      ) : null}
      {order.mails.length > 0 && may('orders.resend') ? (
        <button
          type="button"
          className="act"
          onClick={() => {
            void runAction(resendMailAsStaff(order.id), words.resent)
          }}
        >
          {words.resend}
        </button>
      ) : null}
      {confirming === 'accept' ? (
        <ConfirmModal
          title={words.acceptTitle}
          question={words.acceptQuestion}
          action={words.accept}
          isDangerous={false}
          onConfirm={async () => {
            await runAction(acceptOrder(order.id), words.accepted)
          }}
          onClose={close}
        />
      ) : null}
      {confirming === 'claim' ? <ClaimModal order={order} onClose={close} /> : null}
      {confirming === 'refund' ? <RefundDueModal order={order} onClose={close} /> : null}
    </div>
  )
}
