import type { BuyerOrder } from '#shared/buyer-api.ts'
import { railOf } from '#shared/rails.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { networkName } from '#web/payment/coin-names.ts'
import { FillText } from '#web/ui/fill-text.tsx'
import { useOrderContext } from '#web/payment/order-context.ts'
import { Moment } from './moment.tsx'
import { OrderSection } from '#web/payment/order-section.tsx'
import { RailName } from './refund-address.tsx'
import { RefundForm } from './refund-form.tsx'
import { RefundProgress } from './refund-progress.tsx'

/** Refunds: until when they can be requested, the amount, the request form, and the progress of each. */
export function OrderRefund({ order }: { readonly order: BuyerOrder }) {
  const { words } = useOrderContext()
  return (
    <OrderSection title={words.refund.title} className="order-refund" anchor="refund">
      {order.refunds.map((refund) => (
        <RefundProgress key={refund.id} refund={refund} />
      ))}
      {order.refundChance === 'open' ? (
        <details className="order-fold" open={location.hash === '#refund'}>
          <summary>{words.refund.link}</summary>
          <Chance order={order} />
          {/* remounted when the number of copies changes: the input for two copies is invalid for one */}
          <RefundForm key={order.copiesLeft} order={order} />
        </details>
      ) : (
        <Chance order={order} />
      )}
    </OrderSection>
  )
}

function Chance({ order }: { readonly order: BuyerOrder }) {
  const { texts } = usePaymentContext()
  const { words } = useOrderContext()
  const { crypto_network: network, currency } = order.payment
  const rail = <RailName symbol={railOf(network).symbol} name={networkName(texts, network)} />
  const time = order.refundableUntil === null ? null : <Moment at={order.refundableUntil} />
  switch (order.refundChance) {
    case 'open':
      return (
        <p>
          <FillText text={words.refund.promise} values={{ time, rail, currency }} />
        </p>
      )
    case 'over':
      return (
        <p>
          <FillText text={words.refund.over} values={{ time }} />
        </p>
      )
    case 'unpaid':
      return <p>{words.refund.unpaid}</p>
    case 'all_asked':
      return <p>{words.refund.allRequested}</p>
  }
}
