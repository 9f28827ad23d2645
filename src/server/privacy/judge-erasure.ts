import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { refundableUntil } from '#server/refunds/request-refund.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { UNPAID_DATA_KEPT_S } from '#shared/constants.ts'
import { isUnpaid } from './erase-unpaid.ts'

/** Whether an order's personal data may be erased when its buyer requests it. */
export type ErasureVerdict =
  /** Never paid: may be erased at once. */
  | { readonly kind: 'unpaid' }
  /** Still payable; `until` is the end of its window. */
  | { readonly kind: 'open'; readonly until: Date }
  /** The order is not finished: the shop or a person must still act. */
  | { readonly kind: 'under-way' }
  /** Paid and finished; `from` is the time after which no claims are possible. */
  | { readonly kind: 'done'; readonly from: Date }

/** Decides whether an order's personal data may be erased; independent of the requester. The order must be locked. */
export async function judgeErasure(
  tx: Db,
  order: PaymentRecord,
  { now, releaseAt }: { readonly now: Date; readonly releaseAt: Date },
): Promise<ErasureVerdict> {
  if (await isUnpaid(tx, order)) {
    const isOpen = order.status === 'pending' && order.expires_at > now
    return isOpen ? { kind: 'open', until: order.expires_at } : { kind: 'unpaid' }
  }
  if (await hasOpenRefund(tx, order.id)) return { kind: 'under-way' }
  const from = doneFrom(order, releaseAt)
  return from === null ? { kind: 'under-way' } : { kind: 'done', from }
}

function doneFrom(order: PaymentRecord, releaseAt: Date): Date | null {
  switch (order.status) {
    case 'confirmed':
      return order.delivered_at === null ? null : refundableUntil(order, releaseAt)
    case 'refunded':
      return latest(order.refunded_at, refundableUntil(order, releaseAt))
    case 'expired':
    case 'invalid':
      // only dust, or money that was lost again: keep the data while it may still arrive
      return new Date(order.created_at.getTime() + UNPAID_DATA_KEPT_S * 1000)
    default:
      return null
  }
}

function latest(...dates: readonly (Date | null)[]): Date | null {
  const known = dates.filter((one) => one !== null).map((one) => one.getTime())
  return known.length === 0 ? null : new Date(Math.max(...known))
}

async function hasOpenRefund(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from refunds where payment_id = ${orderId} and status in ('asked', 'recorded', 'mismatch')
    ) as has`.execute(tx)
  return rows[0]?.has === true
}
