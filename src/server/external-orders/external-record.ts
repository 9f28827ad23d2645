import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ExternalOrders } from '#server/db/schema.ts'
import { maskEmail } from '#server/keys/mask-key.ts'
import type { ExternalOrder } from '#shared/program-orders.ts'

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
    state: refundedAt !== null ? 'refunded' : deliveredAt !== null ? 'delivered' : 'waiting',
    createdAt: record.created_at.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    refundedAt: refundedAt?.toISOString() ?? null,
  }
}

/** A sale made elsewhere by its id, or null. */
export async function findExternalOrder(db: Db, id: string): Promise<ExternalRecord | null> {
  const found = db.selectFrom('external_orders').selectAll().where('id', '=', id)
  return (await found.executeTakeFirst()) ?? null
}
