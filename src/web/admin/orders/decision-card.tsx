import { cents } from '#shared/money.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { DialogButton } from '#web/admin/button.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { fill, formatPrice, plural } from '#texts/format.ts'
import { describeCase } from './describe-case.ts'
import { acceptOrder } from './order-calls.ts'
import { RefundDueModal } from './refund-due-modal.tsx'
import { useOrderAction } from './use-order-action.ts'

/** Whether a person decides about an order: it is in review, or paid and held back. */
export function isUndecided({ status, unagreedSince, limitedSince }: OrderDetail): boolean {
  return status === 'review' || (status === 'detected' && (unagreedSince ?? limitedSince) !== null)
}

/** Says what happened to an order that waits for a person, and what follows from each of the two decisions. */
export function DecisionCard({ order }: { readonly order: OrderDetail }) {
  const { texts, language } = useAdmin()
  const { decisions, orders: words } = texts
  const may = useMay()
  const runAction = useOrderAction()
  const accepted = fill(plural(language, decisions.acceptMeans, order.quantity), {
    price: formatPrice(language, cents(order.priceCents)),
  })
  const acceptMeans = order.deliveredAt === null ? accepted : decisions.acceptDelivered
  return (
    <Card id="order-decision" title={decisions.title}>
      <p>{describeCase(order, texts)}</p>
      {may('orders.decide') ? (
        <div className="two-columns">
          <div className="choice-card">
            <p>{acceptMeans}</p>
            <ConfirmButton
              confirm={{
                title: words.acceptTitle,
                question: `${describeCase(order, texts)} ${acceptMeans}`,
                action: words.accept,
                onConfirm: () => runAction(acceptOrder(order.id), words.accepted),
              }}
            >
              {words.accept}
            </ConfirmButton>
          </div>
          {order.transfers.length > 0 ? (
            <div className="choice-card">
              <p>{decisions.refundMeans}</p>
              <DialogButton dialog={(close) => <RefundDueModal order={order} onClose={close} />}>
                {words.refundDue}
              </DialogButton>
            </div>
          ) : null}
        </div>
      ) : (
        <p className="lead">{decisions.notYours}</p>
      )}
    </Card>
  )
}
