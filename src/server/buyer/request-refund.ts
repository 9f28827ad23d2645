import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { askForRefund, type RefundAsked } from '#server/payments/ask-for-refund.ts'
import { refundRefusal } from '#server/payments/refund-record.ts'
import type { BuyerShop } from './buyer-shop.ts'

export interface BuyerWish {
  /** Copies; all that are left by default. */
  readonly quantity?: number | undefined
  /** Another address than the order's own. */
  readonly address?: string | undefined
  /** The same once more, where the reader had no other way to confirm it. */
  readonly addressAgain?: string | undefined
  /** At most BUYER_REASON_MAX characters. */
  readonly reason: string
}

/**
 * Asks for a refund in the buyer's name, in a transaction of its own. The caller has seen the order's second secret.
 *
 * @returns `already`: nothing was left that a refund does not have.
 */
export async function requestRefund(
  { db, clock, terms }: Pick<BuyerShop, 'db' | 'clock' | 'terms'>,
  order: Pick<PaymentRecord, 'id'>,
  { quantity, address, addressAgain, reason }: BuyerWish,
): Promise<RefundAsked> {
  if (addressAgain !== undefined && addressAgain !== (address ?? '')) {
    return refundRefusal(400, 'REFUND_ADDRESS_UNLIKE', 'the two refund addresses differ')
  }
  const wish = { orderId: order.id, askedBy: 'buyer', actorId: null, quantity, address, reason } as const
  return db.transaction().execute((tx) => askForRefund(tx, wish, terms, clock()))
}
