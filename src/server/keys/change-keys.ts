import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import type { DbDeps } from '#server/db/db-deps.ts'
import type { KeyChange, RefusedKey } from '#shared/admin-api.ts'
import type { Permission } from '#shared/permissions.ts'
import { deleteKeys, restoreKeys, retireKeys, type WithdrawKeysResult } from './withdraw-keys.ts'

/** Who may retire a key may take that back. */
export const PERMISSION_TO = {
  delete: 'keys.delete',
  retire: 'keys.retire',
  restore: 'keys.retire',
} as const satisfies Readonly<Record<KeyChange, Permission>>

const ACTIONS: Readonly<
  Record<KeyChange, (tx: Db, ids: readonly string[], at: Date) => Promise<WithdrawKeysResult>>
> = { delete: deleteKeys, retire: retireKeys, restore: restoreKeys }

/**
 * Changes keys one after the other, each in a transaction with its audit entry: what is done stays done if the call ends early,
 * and a repeated call refuses what is done already.
 *
 * @param ids duplicates are ignored.
 */
export async function changeKeys(
  { db, clock }: DbDeps,
  operation: KeyChange,
  ids: readonly string[],
  actorId: string,
): Promise<WithdrawKeysResult> {
  const done: string[] = []
  const refused: RefusedKey[] = []
  for (const id of new Set(ids)) {
    const at = clock()
    const outcome = await db.transaction().execute(async (tx) => {
      const changed = await ACTIONS[operation](tx, [id], at)
      const subject = { kind: 'key', id } as const
      if (changed.done.length > 0)
        await recordAudit(tx, { at, actorId, action: `keys.${operation}`, subject })
      return changed
    })
    done.push(...outcome.done)
    refused.push(...outcome.refused)
  }
  return { done, refused }
}
