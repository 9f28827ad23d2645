import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import type { FirstDayRequest } from '#shared/first-day-api.ts'

/** Records that the mails were read, or closes the list. Asked for twice, it is done once. */
export async function changeFirstDay(
  db: Db,
  { action }: FirstDayRequest,
  { actorId, now }: { readonly actorId: string; readonly now: Date },
): Promise<void> {
  const column = action === 'close' ? 'closed_at' : 'mails_read_at'
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('first_day')
      .set({ [column]: now })
      .where(column, 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await recordAudit(tx, {
      at: now,
      actorId,
      action: `first-day.${action}`,
      subject: { kind: 'user', id: actorId },
    })
  })
}
