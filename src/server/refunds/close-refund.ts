import type { DbDeps } from '#server/db/db-deps.ts'
import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { RefundTransactions } from '#server/db/schema.ts'
import { announce } from '#server/live/announce.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import { decimalsOf } from '#shared/assets.ts'
import type { PayoutVerdict } from './judge-payout.ts'
import { mailOrder } from '#server/payments/mail-order.ts'
import { orderFacts } from '#server/payments/order-facts.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { coinOf, lockRefund, type RefundRecord } from './refund-record.ts'
import { settleInTransaction } from '#server/payments/settle-payment.ts'

interface CloseDeps extends DbDeps {
  readonly policy: PaymentPolicy
}

type FinalVerdict = Exclude<PayoutVerdict, { readonly kind: 'waiting' }>

/**
 * Stores the verdict about a refund transaction. If the owed amount has arrived, the same database transaction closes the
 * refund, retires its keys, queues the buyer's mail and, if nothing of the order is left, marks the order as refunded. Safe
 * to call again: only a refund transaction in status `waiting` changes anything.
 */
export async function closeRefund(
  { db, clock, policy }: CloseDeps,
  row: Selectable<RefundTransactions>,
  verdict: FinalVerdict,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const locked = await lockRefund(tx, row.refund_id)
    if (locked === null || !(await storeVerdict(tx, row, verdict))) return
    const { order, refund } = locked
    const now = clock()
    const transactions = await tx
      .selectFrom('refund_transactions')
      .selectAll()
      .where('refund_id', '=', refund.id)
      .execute()
    const verified = transactions.filter((one) => one.status === 'verified')
    const paid = verified.reduce((sum, one) => sum + (one.atoms ?? 0n), 0n)
    if (refund.owed_atoms !== null && paid >= refund.owed_atoms) {
      await finishRefund(tx, order, refund, { paid, hashes: verified.map((one) => one.tx_hash) }, now)
      if (await isFullyRefunded(tx, order)) {
        await tx
          .updateTable('payments')
          .set({ refunded_at: now, awaiting_keys_since: null, awaiting_release_since: null })
          .where('id', '=', order.id)
          .execute()
        await settleInTransaction(tx, { clock, policy }, order.id)
      }
    } else if (transactions.every((one) => one.status !== 'waiting')) {
      await tx.updateTable('refunds').set({ status: 'mismatch' }).where('id', '=', refund.id).execute()
      const reason = verdict.kind === 'mismatch' ? verdict.reason : 'too_little'
      await recordEvent(tx, order.id, now, 'refund_mismatch', { refundId: refund.id, reason })
    }
    await announce(tx, `payment:${order.id}`, 'counters')
  })
}

/** @returns false if another call stored a verdict first. */
async function storeVerdict(
  tx: Db,
  { chain, tx_hash: txHash, refund_id: refundId }: Selectable<RefundTransactions>,
  verdict: FinalVerdict,
): Promise<boolean> {
  const values =
    verdict.kind === 'verified'
      ? {
          status: 'verified',
          atoms: verdict.atoms,
          block_height: verdict.block.height,
          block_hash: verdict.block.hash,
        }
      : { status: 'mismatch', reason: verdict.reason }
  const { numUpdatedRows } = await tx
    .updateTable('refund_transactions')
    .set(values)
    .where('chain', '=', chain)
    .where('tx_hash', '=', txHash)
    .where('refund_id', '=', refundId)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function finishRefund(
  tx: Db,
  order: PaymentRecord,
  refund: RefundRecord,
  { paid, hashes }: { readonly paid: bigint; readonly hashes: readonly string[] },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ status: 'verified', verified_at: now })
    .where('id', '=', refund.id)
    .execute()
  await tx
    .updateTable('game_keys')
    .set({ retired_at: sql`coalesce(retired_at, ${now})` })
    .where('refund_id', '=', refund.id)
    .execute()
  const { quantity } = refund
  await recordEvent(tx, order.id, now, 'refund_verified', { refundId: refund.id, quantity, txHashes: hashes })
  await mailBuyer(tx, order, refund, { paid, hashes })
}

async function mailBuyer(
  tx: Db,
  order: PaymentRecord,
  refund: RefundRecord,
  { paid, hashes }: { readonly paid: bigint; readonly hashes: readonly string[] },
): Promise<void> {
  const { chain, asset } = coinOf(refund)
  const facts = {
    ...orderFacts(order),
    copies: refund.quantity,
    isDelivered: order.delivered_at !== null,
    refundAmount: formatAmount(atoms(paid), decimalsOf(chain, asset)),
    refundSymbol: asset,
    refundAddress: refund.address ?? '',
    refundTransactions: hashes,
  }
  await mailOrder(tx, order, { template: 'refunded', facts }, `refunded:${refund.id}`)
}

/** Whether every copy is refunded or, for an order that was never confirmed, everything it received. */
async function isFullyRefunded(tx: Db, order: PaymentRecord): Promise<boolean> {
  const refunds = await tx
    .selectFrom('refunds')
    .select(['quantity', 'status'])
    .where('payment_id', '=', order.id)
    .where('status', '<>', 'withdrawn')
    .execute()
  const isConfirmed = order.status === 'confirmed' || order.delivered_at !== null
  if (!isConfirmed) return refunds.every((one) => one.status === 'verified')
  const copies = refunds
    .filter((one) => one.status === 'verified')
    .reduce((sum, one) => sum + one.quantity, 0)
  return copies === order.quantity
}
