import { recordAudit } from '#server/audit/record-audit.ts'
import type { DbDeps } from '#server/db/db-deps.ts'
import { announceNewKeys } from '#server/keys/announce-new-keys.ts'
import { giveBackTaken } from '#server/keys/take-keys.ts'
import { lockExternalOrder, type ExternalRecord } from './external-record.ts'

/** Who marks a sale as refunded: a person, or a program by its token. */
export interface RefundedBy {
  readonly actorId: string | null
  readonly tokenId?: string
}

/**
 * Marks a sale made elsewhere as refunded there. Keys that have not left yet return to the stock; delivered ones stay with
 * the buyer, who has seen them. Done twice, it is done once.
 *
 * @returns null if there is no such sale.
 */
export async function refundExternal(
  { db, clock }: DbDeps,
  id: string,
  { actorId, tokenId }: RefundedBy,
): Promise<ExternalRecord | null> {
  return db.transaction().execute(async (tx) => {
    const order = await lockExternalOrder(tx, id)
    if (order === null) return null
    if (order.refunded_at !== null) return order
    const now = clock()
    const isDelivered = order.delivered_at !== null
    if (!isDelivered) {
      await giveBackTaken(tx, id)
      await announceNewKeys(tx)
    }
    await recordAudit(tx, {
      at: now,
      actorId,
      action: 'external.refund',
      subject: { kind: 'external', id },
      facts: { isDelivered, ...(tokenId === undefined ? {} : { token: tokenId }) },
    })
    return tx
      .updateTable('external_orders')
      .set({ refunded_at: now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}
