import { useState } from 'react'
import { cents } from '#shared/money.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
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
  const [confirming, setConfirming] = useState<'accept' | 'refund' | null>(null)
  const close = () => {
    setConfirming(null)
  }
  const accepted = fill(plural(language, decisions.acceptMeans, order.quantity), {
    price: formatPrice(language, cents(order.priceCents)),
  })
  const acceptMeans = order.deliveredAt === null ? accepted : decisions.acceptDelivered
  return (
    <section className="card stack" aria-labelledby="order-decision">
      <h3 id="order-decision">{decisions.title}</h3>
      <p>{describeCase(order, texts)}</p>
      {may('orders.decide') ? (
        <div className="two-columns">
          <Choice
            action={words.accept}
            means={acceptMeans}
            onChoose={() => {
              setConfirming('accept')
            }}
          />
          {order.transfers.length > 0 ? (
            <Choice
              action={words.refundDue}
              means={decisions.refundMeans}
              onChoose={() => {
                setConfirming('refund')
              }}
            />
          ) : null}
        </div>
      ) : (
        <p className="lead">{decisions.notYours}</p>
      )}
      {confirming === 'accept' ? (
        <ConfirmModal
          title={words.acceptTitle}
          question={`${describeCase(order, texts)} ${acceptMeans}`}
          action={words.accept}
          onConfirm={async () => {
            await runAction(acceptOrder(order.id), words.accepted)
          }}
          onClose={close}
        />
      ) : null}
      {confirming === 'refund' ? <RefundDueModal order={order} onClose={close} /> : null}
    </section>
  )
}

interface ChoiceProps {
  readonly action: string
  readonly means: string
  readonly onChoose: () => void
}

function Choice({ action, means, onChoose }: ChoiceProps) {
  return (
    <div className="choice-card">
      <p>{means}</p>
      <button type="button" className="act" onClick={onChoose}>
        {action}
      </button>
    </div>
  )
}
