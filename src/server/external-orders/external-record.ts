import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ExternalOrders } from '#server/db/schema.ts'
import { maskEmail } from '#server/keys/mask-key.ts'
import type { ExternalOrder, ExternalState } from '#shared/program-orders.ts'

/** A row of the table `external_orders`. */
export type ExternalRecord = Selectable<ExternalOrders>

/** A sale made elsewhere, as programs read it. */
export function toExternalOrder(
  record: ExternalRecord,
  { emails }: { readonly emails: boolean },
): ExternalOrder {
  const { user_email: email, refunded_at: refundedAt, delivered_at: deliveredAt } = record
  return {
    kind: 'external',
    id: record.id,
    reference: record.reference,
    email: email === null || emails ? email : maskEmail(email),
    edition: record.edition,
    quantity: record.quantity,
    state: stateOf(record),
    createdAt: record.created_at.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    refundedAt: refundedAt?.toISOString() ?? null,
  }
}

/** What has become of a sale made elsewhere. */
export function stateOf(record: Pick<ExternalRecord, 'refunded_at' | 'delivered_at'>): ExternalState {
  if (record.refunded_at !== null) return 'refunded'
  return record.delivered_at === null ? 'waiting' : 'delivered'
}

/** Locks a sale made elsewhere and reads it; null if there is none with this id. */
export async function lockExternalOrder(tx: Db, id: string): Promise<ExternalRecord | null> {
  const found = tx.selectFrom('external_orders').selectAll().where('id', '=', id).forUpdate()
  return (await found.executeTakeFirst()) ?? null
}

/** A sale made elsewhere by its id, or null. */
export async function findExternalOrder(db: Db, id: string): Promise<ExternalRecord | null> {
  const found = db.selectFrom('external_orders').selectAll().where('id', '=', id)
  return (await found.executeTakeFirst()) ?? null
}
