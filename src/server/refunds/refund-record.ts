import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Refunds } from '#server/db/schema.ts'
import type { Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { RAILS, type Rail } from '#shared/rails.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'

/** A row of the table `refunds`. */
export type RefundRecord = Selectable<Refunds>

/** The asset and chain a refund is paid in; throws if the row has none; every requested refund has both. */
export function coinOf(refund: RefundRecord): { readonly chain: ChainId; readonly asset: Asset } {
  if (refund.chain === null || refund.asset === null) throw new Error(`refund ${refund.id} names no coin`)
  // foreign keys to reference tables check both
  return { chain: refund.chain as ChainId, asset: refund.asset as Asset }
}

/** The refunds of an order that were not withdrawn, oldest first; each takes its copies, whatever coin it names. */
export async function readActiveRefunds(db: Db, orderId: string): Promise<readonly RefundRecord[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', orderId)
    .where('status', '<>', 'withdrawn')
    .orderBy('asked_at')
    .orderBy('request_no')
    .execute()
}

/** Locks an order and then one of its refunds, always in this order; null if there is no such refund. */
export async function lockRefund(
  tx: Db,
  refundId: string,
): Promise<{ readonly order: PaymentRecord; readonly refund: RefundRecord } | null> {
  const found = await tx
    .selectFrom('refunds')
    .select('payment_id')
    .where('id', '=', refundId)
    .executeTakeFirst()
  if (found === undefined) return null
  const order = await lockOrder(tx, found.payment_id)
  const refund = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refundId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return order === null ? null : { order, refund }
}

/** The rail for an asset on a chain; null if the shop has none, such as for BNB. */
export function railOfCoin({
  chain,
  asset,
}: {
  readonly chain: ChainId
  readonly asset: Asset
}): Rail | null {
  return RAILS.find((row) => row.chain === chain && row.asset === asset) ?? null
}
