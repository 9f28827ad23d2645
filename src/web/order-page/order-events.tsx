import type { BuyerOrder } from '#shared/buyer-api.ts'
import { OrderHistory } from '#web/payment/order-history.tsx'
import { TransferEvidence } from '#web/payment/transfer-evidence.tsx'
import { Moment } from './moment.tsx'
import { TransactionHash } from './transaction-hash.tsx'

/** The order's events, with what is known of each transfer. */
export function OrderEvents({ order }: { readonly order: BuyerOrder }) {
  const required = order.payment.required_confirmations
  const momentOf = (at: string) => <Moment at={at} />
  return (
    <OrderHistory
      order={order}
      momentOf={momentOf}
      evidenceOf={(transfer) => (
        <TransferEvidence
          transfer={transfer}
          required={required}
          hash={
            <span className="pay-fact-copy">
              <TransactionHash hash={transfer.txHash} />
            </span>
          }
          momentOf={momentOf}
          progressOf={(shown, label) => <progress max={required} value={shown} aria-label={label} />}
        />
      )}
    />
  )
}
