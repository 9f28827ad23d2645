import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import type { DiscountPause } from '#shared/discounts-api.ts'

/**
 * Pauses a code, or lets it be used again. The row's lock waits for orders under way: once it has returned, no new order
 * has the discount of a paused code. Orders that were made keep it.
 */
export async function pauseCode(
  db: Db,
  { id, isPaused }: DiscountPause,
  by: { readonly actorId: string | null; readonly now: Date },
): Promise<'done' | 'not-found'> {
  return db.transaction().execute(async (tx) => {
    const code = await tx
      .selectFrom('discount_codes')
      .select(['code', 'name', 'paused_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (code === undefined) return 'not-found'
    if ((code.paused_at !== null) === isPaused) return 'done'
    await tx
      .updateTable('discount_codes')
      .set({ paused_at: isPaused ? by.now : null })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      at: by.now,
      actorId: by.actorId,
      action: isPaused ? 'discount.pause' : 'discount.resume',
      subject: { kind: 'discount', id },
      facts: { name: code.name },
    })
    return 'done'
  })
}
