import type { PaymentView } from '#web/api/payment-view.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import type { Dictionary } from '#web/i18n/dictionary.ts'
import { fill, formatCount, localeOf } from '#web/i18n/format.ts'
import { orderTimeline } from './order-timeline.ts'

interface OrderHistoryProps {
  readonly texts: Dictionary['order']
  readonly payment: PaymentView
  readonly hasKeys: boolean
}

/** What has happened to the order, oldest first. */
export function OrderHistory({ texts, payment, hasKeys }: OrderHistoryProps) {
  const { language } = useCheckout()
  const time = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' })
  const values = {
    count: formatCount(language, payment.blockchainConfirmations),
    required: formatCount(language, payment.requiredConfirmations),
  }
  return (
    <ol className="order-history">
      {orderTimeline(payment, hasKeys).map(({ kind, at }) => (
        <li key={kind}>
          {fill(texts[kind], values)}
          {at === null ? null : <time dateTime={at}>{time.format(Date.parse(at))}</time>}
        </li>
      ))}
    </ol>
  )
}
