import type { BuyerOrder } from '#shared/buyer-api.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { formatCount } from '#web/i18n/format.ts'
import { useBuyer } from './buyer-context.ts'
import { eventWords } from './event-words.ts'
import { Moment } from './moment.tsx'
import { OrderSection } from './order-section.tsx'
import { TransferEvidence } from './transfer-evidence.tsx'

/** What has happened to the order, oldest first, each movement of money with what the chain shows of it. */
export function OrderHistory({ order }: { readonly order: BuyerOrder }) {
  const { language } = useCheckout()
  const { texts, words } = useBuyer()
  const transferOf = (id: string | null) => order.transfers.find((one) => one.id === id) ?? null
  return (
    <OrderSection title={texts.timeline} className="order-history-section">
      <ol className="order-history">
        {order.timeline.map((event, place) => {
          const transfer = transferOf(event.transferId)
          return (
            <li key={`${String(place)} ${event.at}`} data-kind={event.kind}>
              <p className="order-event">
                <span>{eventWords(words, event, transfer, (value) => formatCount(language, value))}</span>
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
