import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import { REFUND_QUOTE_LIFE_S } from '#shared/constants.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import { orderRefusal, type OrderRefusal } from '#server/payments/order-refusal.ts'
import { formatHash } from '#shared/chains.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { closePayouts, isPlannedHash, openPayoutOf } from './planned-payout.ts'
import { isStillOwed } from './quote-refund.ts'
import { coinOf, lockRefund, type RefundRecord } from './refund-record.ts'

/**
 * Records the transaction that a staff member reports as the payout of a refund, in the caller's database transaction. It
 * has no effect until the chain's nodes confirm it. A second transaction may pay what the first one left short; one that no
 * node knew may be recorded again. Refused if the order's settled money no longer owes what was quoted. Money under way
 * changes nothing that is owed, so it does not keep a payout out of the books.
 *
 * A transaction of a payout plan is recorded with its plan, and may pay several refunds. It was quoted when the plan was made.
 *
 * @param txHash 64 hexadecimal digits, in upper or lower case, with or without `0x`.
 * @param planId of the plan that the chain showed the transaction of; absent if staff report it.
 */
export async function recordRefund(
  tx: Db,
  refundId: string,
  {
    txHash,
    actorId,
    planId: shownPlanId,
  }: { readonly txHash: string; readonly actorId: string | null; readonly planId?: string },
  { policy, now }: { readonly policy: PaymentPolicy; readonly now: Date },
): Promise<{ readonly kind: 'recorded' | 'already'; readonly refund: RefundRecord } | OrderRefusal> {
  const locked = await lockRefund(tx, refundId)
  if (locked === null) return orderRefusal(404, 'REFUND_NOT_FOUND', 'there is no such refund')
  const { refund, order } = locked
  const { chain } = coinOf(refund)
  const hash = formatHash(chain, txHash)
  const rows = await tx
    .selectFrom('refund_transactions')
    .select(['refund_id', 'reason', 'plan_id'])
    .where('chain', '=', chain)
    .where('tx_hash', '=', hash)
    .execute()
  const known = rows.find((one) => one.refund_id === refund.id)
  const isRetry = known?.reason === 'not_found'
  if (known !== undefined && !isRetry) return { kind: 'already', refund }
  const planned = await openPayoutOf(tx, refund.id)
  const planId =
    shownPlanId ?? known?.plan_id ?? (planned !== null && planned.txHash === hash ? planned.planId : null)
  if (planId === null && (rows.length > 0 || (await isPlannedHash(tx, chain, hash))) && !isRetry) {
    return orderRefusal(409, 'REFUND_TRANSACTION_USED', 'this transaction pays another refund already')
  }
  if (refund.status === 'verified' || refund.status === 'withdrawn') {
    return orderRefusal(409, 'REFUND_CLOSED', `this refund is ${refund.status}`)
  }
  if (planId === null && planned !== null) return refusePlanned()
  if (planId === null && isQuoteMissing(refund, now)) {
    return orderRefusal(409, 'REFUND_QUOTE_NEEDED', 'request a quote at the current rate first')
  }
  if (planId === null && !(await isStillOwed(tx, refund, policy, now))) {
    return orderRefusal(
      409,
      'REFUND_AMOUNT_CHANGED',
      'what this refund owes has changed since its quote; request a quote again',
    )
  }
  await tx
    .insertInto('refund_transactions')
    .values({
      ...{ chain, tx_hash: hash, refund_id: refund.id, plan_id: planId },
      ...{ recorded_at: now, recorded_by: actorId },
    })
    // the transaction was broadcast late, or broadcast again
    .onConflict((conflict) =>
      conflict.columns(['chain', 'tx_hash', 'refund_id']).doUpdateSet({
        status: 'waiting',
        reason: null,
        recorded_at: now,
        recorded_by: actorId,
        checked_at: null,
      }),
    )
    .execute()
  if (planId !== null) await closePayouts(tx, refund.id, planId, now)
  const recorded = await tx
    .updateTable('refunds')
    .set({ status: 'recorded' })
    .where('id', '=', refund.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(tx, order.id, now, 'refund_recorded', { refundId: refund.id, txHash: hash })
  // the process that reads the chain checks it at once
  await announce(tx, `payment:${order.id}`, `look:${chain}`)
  return { kind: 'recorded', refund: recorded }
}

/** Refuses what would let a refund be paid twice: a transaction of a plan may be signed and broadcast at any time. */
function refusePlanned(): OrderRefusal {
  return orderRefusal(
    409,
    'REFUND_PLANNED',
    'this refund is in a payout plan, whose transactions are recorded by themselves; abandon the plan first',
  )
}

function isQuoteMissing(refund: RefundRecord, now: Date): boolean {
  if (refund.quoted_at === null) return true
  const ageMs = now.getTime() - refund.quoted_at.getTime()
  return refund.status === 'asked' && refund.price_cents > 0 && ageMs > REFUND_QUOTE_LIFE_S * 1000
}

/** Withdraws a refund that nothing was paid for. The order may get its keys, and the copies may be refunded later. */
export async function withdrawRefund(
  tx: Db,
  refundId: string,
  now: Date,
): Promise<{ readonly kind: 'withdrawn' | 'already'; readonly refund: RefundRecord } | OrderRefusal> {
  const locked = await lockRefund(tx, refundId)
  if (locked === null) return orderRefusal(404, 'REFUND_NOT_FOUND', 'there is no such refund')
  const { refund, order } = locked
  if (refund.status === 'withdrawn') return { kind: 'already', refund }
  const paid = await tx
    .selectFrom('refund_transactions')
    .select('tx_hash')
    .where('refund_id', '=', refund.id)
    .where('status', '<>', 'mismatch')
    .executeTakeFirst()
  if (paid !== undefined || refund.status === 'verified' || refund.status === 'recorded') {
    return orderRefusal(409, 'REFUND_CLOSED', 'a payment of this refund is recorded already')
  }
  if ((await openPayoutOf(tx, refund.id)) !== null) return refusePlanned()
  await tx.updateTable('game_keys').set({ refund_id: null }).where('refund_id', '=', refund.id).execute()
  const withdrawn = await tx
    .updateTable('refunds')
    .set({ status: 'withdrawn' })
    .where('id', '=', refund.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(tx, order.id, now, 'refund_withdrawn', { refundId: refund.id })
  await announce(tx, `payment:${order.id}`)
  return { kind: 'withdrawn', refund: withdrawn }
}
