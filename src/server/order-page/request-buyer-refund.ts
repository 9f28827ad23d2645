import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { requestRefund, type RequestRefundResult } from '#server/refunds/request-refund.ts'
import { copiesLeft as copiesLeftNow } from '#server/refunds/refund-claim.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import { orderRefusal } from '#server/payments/order-refusal.ts'
import { readActiveRefunds } from '#server/refunds/refund-record.ts'
import type { OrderPageDeps } from './order-page-deps.ts'

export interface BuyerRefundRequest {
  /** Copies; all that are left by default. */
  readonly quantity?: number | undefined
  /** How many no refund had when this was asked; not compared where it is not said. */
  readonly copiesLeft?: number | undefined
  /** Another address than the order's own. */
  readonly address?: string | undefined
  /** The same once more, where the reader had no other way to confirm it. */
  readonly addressAgain?: string | undefined
  /** At most BUYER_REASON_MAX characters. */
  readonly reason: string
}

/** `changed`: other copies are left than were when it was asked, so nothing was. */
export type BuyerRefundResult = RequestRefundResult | { readonly kind: 'changed' }

/**
 * Asks for a refund in the buyer's name, in a transaction of its own. The caller has seen the order's second secret. A
 * number of copies is no key to know a request by that is sent twice; how many were left then is.
 *
 * @returns `already`: nothing was left that a refund does not have.
 */
export async function requestBuyerRefund(
  { db, clock, terms }: Pick<OrderPageDeps, 'db' | 'clock' | 'terms'>,
  { id }: Pick<PaymentRecord, 'id'>,
  { quantity, copiesLeft, address, addressAgain, reason }: BuyerRefundRequest,
): Promise<BuyerRefundResult> {
  if (addressAgain !== undefined && addressAgain !== (address ?? '')) {
    return orderRefusal(400, 'REFUND_ADDRESS_UNLIKE', 'the two refund addresses differ')
  }
  const request = { orderId: id, askedBy: 'buyer', actorId: null, quantity, address, reason } as const
  return db.transaction().execute(async (tx): Promise<BuyerRefundResult> => {
    const order = await lockOrder(tx, id)
    if (copiesLeft !== undefined && order !== null) {
      if (copiesLeftNow(order, await readActiveRefunds(tx, id)) !== copiesLeft) return { kind: 'changed' }
    }
    return requestRefund(tx, request, terms, clock())
  })
}
