import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Refunds } from '#server/db/schema.ts'
import type { Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { RAILS, type Rail } from '#shared/rails.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'

/** A refund as the database holds it. */
export type RefundRecord = Selectable<Refunds>

/** The coin and chain a refund is paid in; every refund that was asked for has both. */
export function coinOf(refund: RefundRecord): { readonly chain: ChainId; readonly asset: Asset } {
  if (refund.chain === null || refund.asset === null) throw new Error(`refund ${refund.id} names no coin`)
  // the schema's checks know both
  return { chain: refund.chain as ChainId, asset: refund.asset as Asset }
}

/** Locks an order and one of its refunds, always in this order; null where there is no such refund. */
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

/** The rail that is paid by a coin on a chain; null where none of ours is, such as BNB. */
export function railOfCoin({
  chain,
  asset,
}: {
  readonly chain: ChainId
  readonly asset: Asset
}): Rail | null {
  return RAILS.find((row) => row.chain === chain && row.asset === asset) ?? null
}
