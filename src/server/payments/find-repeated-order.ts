import type { DbDeps } from '#server/db/db-deps.ts'
import { createHash } from 'node:crypto'
import { creationRefusal, type CreationRefusal } from './creation-refusal.ts'
import type { PaymentRecord } from './payment-record.ts'
import type { OrderRequest } from './price-order.ts'

/** An order that the same request created before. */
export interface RepeatedOrder {
  readonly kind: 'repeated'
  readonly record: PaymentRecord
  /** Only the client that ordered may get the order's cookie again. */
  readonly isSameClient: boolean
}

const IDEMPOTENCY_KEPT_MS = 24 * 3600_000

/** Who repeats an order. */
interface Repetition {
  readonly idempotencyKey: string | null
  readonly clientHash: string | null
}

/** The order that an idempotency key created before, a refusal if that was another order, or null if there is none. */
export async function findRepeatedOrder(
  { db, clock }: DbDeps,
  request: OrderRequest,
  { idempotencyKey, clientHash }: Repetition,
): Promise<RepeatedOrder | CreationRefusal | null> {
  if (idempotencyKey === null) return null
  const ofKey = db.selectFrom('payments').selectAll().where('idempotency_key', '=', idempotencyKey)
  const record = await ofKey.executeTakeFirst()
  if (record === undefined) return null
  if (clock().getTime() - record.created_at.getTime() > IDEMPOTENCY_KEPT_MS) {
    await db
      .updateTable('payments')
      .set({ idempotency_key: null, request_hash: null })
      .where('id', '=', record.id)
      .execute()
    return null
  }
  if (record.request_hash === hashRequest(request))
    return { kind: 'repeated', record, isSameClient: record.client_hash === clientHash }
  return creationRefusal(
    409,
    'IDEMPOTENCY_CONFLICT',
    'this Idempotency-Key was used for another order; generate a new one',
  )
}

/** Identifies a request body, whatever the order of its fields. */
export function hashRequest(request: OrderRequest): string {
  const ordered = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex')
}
