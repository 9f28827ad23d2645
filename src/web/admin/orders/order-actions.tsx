import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button, DialogButton } from '#web/admin/button.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { ClaimModal } from './claim-modal.tsx'
import { isUndecided } from './decision-card.tsx'
import { resendMailAsStaff } from './order-calls.ts'
import { RefundDueModal } from './refund-due-modal.tsx'
import { useOrderAction } from './use-order-action.ts'

/** The actions available on any order, limited by its status and the user's role. */
export function OrderActions({ order }: { readonly order: OrderDetail }) {
  const { orders: words, claims } = useAdmin().texts
  const may = useMay()
  const runAction = useOrderAction()
  // an order that waits for a decision is refunded by its decision card
  const isRefundable = order.status !== 'refunded' && order.transfers.length > 0 && !isUndecided(order)
  const canRefund = may('orders.decide') && isRefundable
  return (
    <div className="row">
      {may('orders.decide') ? (
        <DialogButton dialog={(close) => <ClaimModal order={order} onClose={close} />}>
          {claims.title}
        </DialogButton>
      ) : null}
      {canRefund ? (
        <DialogButton dialog={(close) => <RefundDueModal order={order} onClose={close} />}>
          {words.refundDue}
        </DialogButton>
      ) : null}
      {order.mails.length > 0 && may('orders.resend') ? (
        <Button onClick={() => runAction(resendMailAsStaff(order.id), words.resent)}>{words.resend}</Button>
      ) : null}
    </div>
  )
}
