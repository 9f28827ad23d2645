import { Code } from '#web/ui/fill-text.tsx'
import { OrderHistory } from '#web/payment/order-history.tsx'
import { TransferEvidence } from '#web/payment/transfer-evidence.tsx'
import { utcMoment } from './utc-moment.ts'
import type { OrderPartProps } from './plain-order-props.ts'

/** The order's events. A transaction's hash is in full, because no button here can copy it. */
export function PlainTimeline({ facts, order }: OrderPartProps) {
  const momentOf = (at: string) => utcMoment(facts.language, at)
  return (
    <OrderHistory
      order={order}
      momentOf={(at) => <time dateTime={at}>{momentOf(at)}</time>}
      evidenceOf={(transfer) => (
        <TransferEvidence
          transfer={transfer}
          required={order.payment.required_confirmations}
          hash={<Code>{transfer.txHash}</Code>}
          momentOf={momentOf}
        />
      )}
    />
  )
}
