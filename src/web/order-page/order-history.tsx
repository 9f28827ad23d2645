import type { BuyerOrder } from '#shared/buyer-api.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { formatCount } from '#texts/format.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { describeEvent } from '#web/payment/describe-event.ts'
import { Moment } from './moment.tsx'
import { OrderSection } from '#web/payment/order-section.tsx'
import { TransferEvidence } from './transfer-evidence.tsx'

/** Lists the order's events, oldest first, with the on-chain evidence of each transfer. */
export function OrderHistory({ order }: { readonly order: BuyerOrder }) {
  const { language } = usePaymentContext()
  const { texts, words } = useOrderContext()
  const transferOf = (id: string | null) => order.transfers.find((one) => one.id === id) ?? null
  return (
    <OrderSection title={texts.timeline} className="order-history-section">
      <ol className="order-history">
        {order.timeline.map((event, place) => {
          const transfer = transferOf(event.transferId)
          return (
            <li key={`${String(place)} ${event.at}`} data-kind={event.kind}>
              <p className="order-event">
                <span>{describeEvent(words, event, transfer, (value) => formatCount(language, value))}</span>
                <Moment at={event.at} />
              </p>
              {event.kind === 'seen' && transfer !== null ? (
                <TransferEvidence transfer={transfer} required={order.payment.required_confirmations} />
              ) : null}
            </li>
          )
        })}
      </ol>
    </OrderSection>
  )
}
