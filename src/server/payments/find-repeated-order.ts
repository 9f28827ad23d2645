import type { DbDeps } from '#server/db/db-deps.ts'
import { createHash } from 'node:crypto'
import { sql, type CompiledQuery } from 'kysely'
import type { Db } from '#server/db/database.ts'
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
  deps: DbDeps,
  request: OrderRequest,
  repetition: Repetition,
): Promise<RepeatedOrder | CreationRefusal | null> {
  if (repetition.idempotencyKey === null) return null
  const { rows } = await deps.db.executeQuery(orderOfKeyReading(deps.db, repetition.idempotencyKey))
  return judgeRepeatedOrder(deps, request, repetition, rows[0])
}

/** The statement that reads the order which an idempotency key created; without a key it gives no row. */
export function orderOfKeyReading(db: Db, idempotencyKey: string | null): CompiledQuery<PaymentRecord> {
  const isOfKey = sql<boolean>`idempotency_key = ${idempotencyKey}`
  return db.selectFrom('payments').selectAll().where(isOfKey).compile()
}

/** What {@link findRepeatedOrder} finds, from the order that {@link orderOfKeyReading} has read. */
export async function judgeRepeatedOrder(
  { db, clock }: DbDeps,
  request: OrderRequest,
  { clientHash }: Pick<Repetition, 'clientHash'>,
  record: PaymentRecord | undefined,
): Promise<RepeatedOrder | CreationRefusal | null> {
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
