import type { Db } from '#server/db/database.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import type { RefundRecord } from './refund-record.ts'

/** The number of copies that no refund covers yet. */
export function copiesLeft(order: PaymentRecord, refunds: readonly RefundRecord[]): number {
  return order.quantity - refunds.reduce((sum, one) => sum + one.quantity, 0)
}

/**
 * Chooses the keys that a refund gives back: the named ones, or the last of the order, already retired ones first. Locks
 * them in the caller's transaction.
 *
 * @returns null if a named key belongs to another order or refund, or if their number is not `copies`.
 */
export async function chooseKeys(
  tx: Db,
  orderId: string,
  copies: number,
  named: readonly string[] | undefined,
): Promise<readonly string[] | null> {
  const free = await tx
    .selectFrom('game_keys')
    .select(['id', 'retired_at', 'line_no'])
    .where('payment_id', '=', orderId)
    .where('refund_id', 'is', null)
    .where('replaced_by', 'is', null)
    .orderBy('line_no', 'desc')
    .forUpdate()
    .execute()
  const retiredFirst = [...free].sort(
    (one, other) => Number(other.retired_at !== null) - Number(one.retired_at !== null),
  )
  const chosen =
    named === undefined
      ? retiredFirst.slice(0, copies).map((key) => key.id)
      : [...new Set(named)].filter((id) => free.some((key) => key.id === id))
  const isComplete = chosen.length === copies && (named === undefined || named.length === copies)
  return isComplete ? chosen : null
}
