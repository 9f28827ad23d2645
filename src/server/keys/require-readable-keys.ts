import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KeyCipher, StoredKey } from '#server/secrets/key-cipher.ts'
import { readKeyOrNull } from './show-key.ts'

/** Whether a row of `key_secrets`, in a database of any release, is of a lost secret that was given up. */
const IS_ABANDONED = sql`to_jsonb(s) ->> 'abandoned_at' is not null`

/** The ids of lost secrets that were given up, in a database of any release. */
export async function readAbandonedSecrets(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id from key_secrets s where ${IS_ABANDONED}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Reads one key of each secret that keys are sealed with and that was not given up.
 *
 * @throws {UnreadableKeyError} if one of them cannot be read.
 */
export async function requireReadableKeys(db: Db, cipher: KeyCipher): Promise<void> {
  const { rows } = await sql<StoredKey>`
    select k.* from key_secrets s cross join lateral (
      select id, game_edition, sealed_key, sealed_with from game_keys where sealed_with = s.id limit 1
    ) k where not ${IS_ABANDONED}`.execute(db)
  for (const row of rows) cipher.open(row)
}

/** What is stored of the keys of one secret. */
export interface KeysOfSecret {
  readonly secretId: string
  readonly keys: number
  /** How many of them cannot be read. */
  readonly unreadable: number
}

/** Keys per statement; only these are in memory at the same time. */
const BATCH = 5000

/** Reads every key, and counts by secret those that can and cannot be read. Keys not sealed yet have the secret `''`. */
export async function auditKeys(db: Db, cipher: KeyCipher): Promise<readonly KeysOfSecret[]> {
  const counts = new Map<string, { keys: number; unreadable: number }>()
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<StoredKey>`
      select id, game_edition, sealed_key, sealed_with from game_keys
      where id > ${after}::uuid order by id limit ${BATCH}`.execute(db)
    for (const row of rows) {
      const secretId = row.sealed_with ?? ''
      const count = counts.get(secretId) ?? { keys: 0, unreadable: 0 }
      counts.set(secretId, count)
      count.keys += 1
      if (row.sealed_key !== null && readKeyOrNull(cipher, row) === null) count.unreadable += 1
      after = row.id
    }
    if (rows.length < BATCH) break
  }
  return [...counts].map(([secretId, count]) => ({ secretId, ...count }))
}
