import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import type { KeyHoldRequest } from '#shared/key-release-api.ts'
import { countWaitingOrders } from './waiting-orders.ts'

/**
 * Holds the keys of an edition, or releases them; a worker hands them out. The row's lock waits for hand-outs under way:
 * once it has returned, no key of a held edition leaves. Asked for twice, it is done once.
 */
export async function changeKeyHold(
  db: Db,
  { edition, isHeld }: KeyHoldRequest,
  by: { readonly actorId: string | null; readonly now: Date },
): Promise<'done' | 'not-found'> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('editions')
      .select('keys_held_since')
      .where('id', '=', edition)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return 'not-found'
    if ((row.keys_held_since !== null) === isHeld) return 'done'
    const { orders, copies } = (await countWaitingOrders(tx)).get(edition) ?? { orders: 0, copies: 0 }
    await tx
      .updateTable('editions')
      .set({
        keys_held_since: isHeld ? by.now : null,
        keys_released_at: isHeld ? null : by.now,
        keys_released_orders: isHeld ? null : orders,
      })
      .where('id', '=', edition)
      .execute()
    await recordAudit(tx, {
      at: by.now,
      actorId: by.actorId,
      action: isHeld ? 'keys.hold' : 'keys.release',
      subject: { kind: 'edition', id: edition },
      facts: { orders, copies },
    })
    return 'done'
  })
}
