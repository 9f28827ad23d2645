import { useState, type ReactNode } from 'react'
import type { BuyerOrder, BuyerTransfer } from '#shared/buyer-api.ts'
import { formatCount } from '#texts/format.ts'
import { describeEvent } from './describe-event.ts'
import { useOrderContext } from './order-context.ts'
import { OrderSection } from './order-section.tsx'
import { usePaymentContext } from './payment-context.ts'

interface OrderHistoryProps {
  readonly order: BuyerOrder
  readonly momentOf: (at: string) => ReactNode
  readonly evidenceOf: (transfer: BuyerTransfer) => ReactNode
}

/** Lists the order's events, oldest first, with the on-chain evidence of each transfer. Folded if nothing is left to come. */
export function OrderHistory({ order, momentOf, evidenceOf }: OrderHistoryProps) {
  const { language } = usePaymentContext()
  const { texts, words } = useOrderContext()
  // one that somebody is watching stays open
  const [isFolded] = useState(order.payment.status === 'confirmed')
  return (
    <OrderSection title={texts.timeline} isFolded={isFolded}>
      <ol className="order-history">
        {order.timeline.map((event, place) => {
          const transfer = order.transfers.find(({ id }) => id === event.transferId) ?? null
          return (
            <li key={`${String(place)} ${event.at}`}>
              <p className="order-event">
                <span>{describeEvent(words, event, transfer, (value) => formatCount(language, value))}</span>
                {momentOf(event.at)}
              </p>
              {event.kind === 'seen' && transfer !== null ? evidenceOf(transfer) : null}
            </li>
          )
        })}
      </ol>
    </OrderSection>
  )
}
