import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Refunds } from '#server/db/schema.ts'
import type { ErrorCode } from '#shared/api.ts'
import { RAILS, type Asset, type ChainId, type Rail } from '#shared/rails.ts'
import type { PaymentRecord } from './payment-record.ts'

/** A refund as the database holds it. */
export type RefundRecord = Selectable<Refunds>

/** Why something about a refund cannot be done; nothing was written. */
export interface RefundRefusal {
  readonly kind: 'refused'
  readonly status: 400 | 404 | 409 | 503
  readonly code: ErrorCode
  readonly message: string
}

export function refundRefusal(
  status: RefundRefusal['status'],
  code: ErrorCode,
  message: string,
): RefundRefusal {
  return { kind: 'refused', status, code, message }
}

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

/** Locks an order; null where there is none. */
export async function lockOrder(tx: Db, id: string): Promise<PaymentRecord | null> {
  const order = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return order ?? null
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
