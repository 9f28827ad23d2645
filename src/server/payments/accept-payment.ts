import type { Db } from '#server/db/database.ts'
import { loadEvidence } from './load-evidence.ts'
import { recordEvent } from './payment-event.ts'
import { lockOrder } from './lock-order.ts'
import type { PaymentRecord } from './payment-record.ts'
import { orderRefusal, type OrderRefusal } from './order-refusal.ts'
import { settleInTransaction, type SettleResult, type SettleDeps } from './settle-payment.ts'

/** The outcome of {@link acceptPayment}. `already`: the same transfers were accepted before; nothing was written. */
export type AcceptPaymentResult =
  | {
      readonly kind: 'accepted' | 'already'
      readonly transfers: readonly string[]
      readonly settled: SettleResult
    }
  | OrderRefusal

/**
 * Accepts an order's transfers as full payment, in the caller's transaction: the order counts as covered while those
 * transfers stay on the chain. Only an order in `review` or `partial` can be accepted, or one that is covered and deep enough
 * and waits for the agreement of two nodes, or for the limit of a single node. For a delivered order that lost its
 * money, an empty list writes off the loss. The caller delivers the keys afterwards.
 *
 * @param wanted transfer ids as {@link transferIdOf} returns them; all settled transfers by default.
 */
export async function acceptPayment(
  tx: Db,
  deps: Omit<SettleDeps, 'db'>,
  id: string,
  wanted: readonly string[] | undefined,
): Promise<AcceptPaymentResult> {
  const order = await lockOrder(tx, id)
  if (order === null) return orderRefusal(404, 'PAYMENT_NOT_FOUND', 'there is no payment with this id')
  const { evidence } = await loadEvidence(tx, order, deps.policy)
  const settledIds = evidence.sightings.filter((one) => one.isSettled).map((one) => one.id)
  const transfers = [...new Set(wanted ?? settledIds)].sort()
  const isSame = String([...(order.accepted_transfers ?? [])].sort()) === String(transfers)
  if (order.accepted_transfers !== null && isSame && order.status === 'confirmed') {
    return { kind: 'already', transfers, settled: { status: 'confirmed', isDeliverable: false } }
  }
  if (!mayBeAccepted(order)) {
    return orderRefusal(409, 'NOT_IN_REVIEW', `this order is ${order.status}, so there is nothing to accept`)
  }
  if (order.withdrawn_at !== null) {
    return orderRefusal(
      409,
      'ORDER_WITHDRAWN',
      'the buyer has withdrawn from this order: its money goes back',
    )
  }
  if (await hasActiveRefund(tx, id)) {
    return orderRefusal(409, 'REFUND_ASKED', 'this order has a refund request; withdraw it first')
  }
  const isEachSettled = transfers.every((one) => settledIds.includes(one))
  if (!isEachSettled || (transfers.length === 0 && order.delivered_at === null)) {
    return orderRefusal(
      409,
      'NOTHING_TO_ACCEPT',
      'only transfers that are settled on the chain can be accepted',
    )
  }
  await tx.updateTable('payments').set({ accepted_transfers: transfers }).where('id', '=', id).execute()
  await recordEvent(tx, id, deps.clock(), 'accepted', { transfers })
  return { kind: 'accepted', transfers, settled: await settleInTransaction(tx, deps, id) }
}

/** An order that waits only for the agreement of nodes, or for the limit of a single node, needs no other reason. */
function mayBeAccepted(order: PaymentRecord): boolean {
  const isHeldBack = order.unagreed_since !== null || order.limited_since !== null
  return (
    order.status === 'review' || order.status === 'partial' || (order.status === 'detected' && isHeldBack)
  )
}

async function hasActiveRefund(tx: Db, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', id)
    .where('status', '<>', 'withdrawn')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
