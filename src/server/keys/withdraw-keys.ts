import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KeyStatus, RefusedKey } from '#shared/admin-api.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { announceNewKeys } from './announce-new-keys.ts'
import { notLost } from './lost-secrets.ts'

/** The keys that were changed, and those refused with the reason. */
export interface WithdrawKeysResult {
  readonly done: readonly string[]
  readonly refused: readonly RefusedKey[]
}

/**
 * Deletes keys that are neither sold nor held, in the caller's transaction.
 *
 * @param ids duplicates are ignored, unknown ids are refused.
 */
export async function deleteKeys(tx: Db, ids: readonly string[]): Promise<WithdrawKeysResult> {
  const checked = await lockAndCheck(tx, ids, (key) => {
    if (key.status === 'used') return 'KEY_USED'
    return key.status === 'retired' ? 'KEY_RETIRED' : null
  })
  if (checked.done.length > 0) await tx.deleteFrom('game_keys').where('id', 'in', checked.done).execute()
  return checked
}

/**
 * Retires keys permanently: unsold ones, and sold ones that were given back, which their buyer still sees as bought.
 */
export async function retireKeys(tx: Db, ids: readonly string[], now: Date): Promise<WithdrawKeysResult> {
  const checked = await lockAndCheck(tx, ids, (key) => (key.is_retired ? 'KEY_RETIRED' : null))
  if (checked.done.length > 0) {
    await tx.updateTable('game_keys').set({ retired_at: now }).where('id', 'in', checked.done).execute()
  }
  return checked
}

/**
 * Puts retired keys back into the stock: those that staff retired, and that nobody has bought or was shown since. A key retired by
 * anything else may be known to a buyer, or cannot be read.
 */
export async function restoreKeys(tx: Db, ids: readonly string[]): Promise<WithdrawKeysResult> {
  const locked = await lockAndCheck(tx, ids, (key) => {
    if (key.status === 'used') return 'KEY_USED'
    return key.is_retired ? null : 'KEY_NOT_RETIRED'
  })
  const { rows } = await sql<{ id: string }>`
    select id from game_keys k
    where id = any(${locked.done}::uuid[]) and quarantined_at is null and ${notLost}
      and exists (select from audit a where ${isAbout(locked.done, 'keys.retire')} and a.at = k.retired_at)
      and not exists (select from audit a where ${isAbout(locked.done, 'keys.reveal')})`.execute(tx)
  const restorable = new Set(rows.map(({ id }) => id))
  const done = locked.done.filter((id) => restorable.has(id))
  const gone = locked.done.filter((id) => !restorable.has(id))
  if (done.length > 0) {
    await tx.updateTable('game_keys').set({ retired_at: null }).where('id', 'in', done).execute()
    await announceNewKeys(tx)
  }
  return {
    done,
    refused: [...locked.refused, ...gone.map((keyId) => ({ keyId, code: 'KEY_GONE' as const }))],
  }
}

// the ids are named twice, so that the index of the audit finds them
const isAbout = (ids: readonly string[], action: AuditAction) => sql<SqlBool>`
  a.subject_kind = 'key' and a.subject_id = any(${ids}::text[]) and a.subject_id = k.id::text and a.action = ${action}`

interface LockedKey {
  readonly id: string
  readonly status: KeyStatus
  readonly is_held: boolean
  readonly is_retired: boolean
}

/** Locks the keys and checks each, so that none is sold between the check and the change. */
async function lockAndCheck(
  tx: Db,
  ids: readonly string[],
  refuse: (key: LockedKey) => RefusedKey['code'] | null,
): Promise<{ done: string[]; refused: RefusedKey[] }> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql<LockedKey>`
    select id, status, held_for is not null and held_until > now() as is_held, retired_at is not null as is_retired
    from game_keys where id = any(${wanted}::uuid[]) order by id for update`.execute(tx)
  const known = new Map(rows.map((row) => [row.id, row]))
  const done: string[] = []
  const refused: RefusedKey[] = []
  for (const keyId of wanted) {
    const key = known.get(keyId)
    const code = key === undefined ? 'KEY_NOT_FOUND' : key.is_held ? 'KEY_HELD' : refuse(key)
    if (code === null) done.push(keyId)
    else refused.push({ keyId, code })
  }
  return { done, refused }
}
