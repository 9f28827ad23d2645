import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { requestRefund, type RequestRefundResult } from '#server/refunds/request-refund.ts'
import { copiesLeft as copiesLeftNow } from '#server/refunds/refund-claim.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import { orderRefusal } from '#server/payments/order-refusal.ts'
import { readActiveRefunds } from '#server/refunds/refund-record.ts'
import type { OrderPageDeps } from './order-page-deps.ts'

/** A refund request as the buyer enters it. */
export interface BuyerRefundRequest {
  /** Copies; all remaining ones by default. */
  readonly quantity?: number | undefined
  /** Copies not yet refunded when the form was shown; not compared if it is missing. */
  readonly copiesLeft?: number | undefined
  /** A refund address other than the order's own. */
  readonly address?: string | undefined
  /** The same address again, if the form asked to repeat it. */
  readonly addressAgain?: string | undefined
  /** At most BUYER_REASON_MAX characters. */
  readonly reason: string
}

/**
 * The outcome of {@link requestBuyerRefund}. `changed`: the number of refundable copies changed meanwhile; nothing was
 * requested.
 */
export type BuyerRefundResult = RequestRefundResult | { readonly kind: 'changed' }

/**
 * Requests a refund for the buyer, in a transaction of its own. The caller must have checked the order's second secret.
 * `copiesLeft` makes the request idempotent: a repeated submit sees a different count and is rejected as `changed`.
 *
 * @returns `already` if existing refunds cover everything.
 */
export async function requestBuyerRefund(
  { db, clock, terms, freezeChecks }: Pick<OrderPageDeps, 'db' | 'clock' | 'terms' | 'freezeChecks'>,
  paid: PaymentRecord,
  { quantity, copiesLeft, address, addressAgain, reason }: BuyerRefundRequest,
): Promise<BuyerRefundResult> {
  if (addressAgain !== undefined && addressAgain !== (address ?? '')) {
    return orderRefusal(400, 'REFUND_ADDRESS_UNLIKE', 'the two refund addresses differ')
  }
  const { id } = paid
  const freeze = await freezeChecks.stateOfRefundAddress(paid, address)
  const request = { orderId: id, askedBy: 'buyer', actorId: null, quantity, address, reason, freeze } as const
  return db.transaction().execute(async (tx): Promise<BuyerRefundResult> => {
    const order = await lockOrder(tx, id)
    if (copiesLeft !== undefined && order !== null) {
      if (copiesLeftNow(order, await readActiveRefunds(tx, id)) !== copiesLeft) return { kind: 'changed' }
    }
    return requestRefund(tx, request, terms, clock())
  })
}
