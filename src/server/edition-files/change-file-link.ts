import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import type { FileLinkAct } from '#shared/edition-files.ts'
import { readFileRight } from './read-file-right.ts'

interface FileLinkChange {
  readonly orderId: string
  readonly act: FileLinkAct
  readonly actorId: string
  readonly at: Date
}

const ACTIONS = {
  revoke: 'order.files-revoke',
  restore: 'order.files-restore',
  renew: 'order.files-renew',
} as const

/** Revokes, restores or renews the link to an order's files, with its audit entry. To revoke or restore it again changes nothing. */
export async function changeFileLink(
  db: Db,
  { orderId, act, actorId, at }: FileLinkChange,
): Promise<'changed' | 'same' | 'no-order'> {
  return db.transaction().execute(async (tx) => {
    const locked = await tx
      .selectFrom('payments')
      .select('id')
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    const right = locked === undefined ? null : await readFileRight(tx, orderId)
    if (right === null) return 'no-order'
    if (act !== 'renew' && (act === 'revoke') === (right.revokedAt !== null)) return 'same'
    const link = {
      number: act === 'renew' ? right.linkNumber + 1 : right.linkNumber,
      revoked_at: act === 'revoke' ? at : null,
    }
    await tx
      .insertInto('file_links')
      .values({ payment_id: orderId, ...link })
      .onConflict((conflict) => conflict.column('payment_id').doUpdateSet(link))
      .execute()
    await recordAudit(tx, { at, actorId, action: ACTIONS[act], subject: { kind: 'payment', id: orderId } })
    return 'changed'
  })
}
