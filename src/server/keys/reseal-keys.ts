import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KeyCipher, StoredKey } from '#server/secrets/key-cipher.ts'
import { storeSealed } from './seal-plain-keys.ts'
import { readKeyOrNull } from './show-key.ts'

/** Keys per transaction; only these are in memory at the same time. */
const BATCH = 2000

/** The outcome of {@link resealKeys}. */
export interface ResealResult {
  readonly resealed: number
  /** Keys that stay as they are, because they cannot be read. */
  readonly unreadable: number
}

/** How many keys are sealed with another secret than the current one. */
export async function countKeysToReseal(db: Db, { secretId }: KeyCipher): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from game_keys where sealed_with <> ${secretId}`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}

/**
 * Seals all keys with the current secret, a batch per transaction, and forgets the secrets that no key needs any more. Safe
 * to kill and to run again. Lists of keys that were not committed are dropped.
 *
 * @param db the pool, not an open transaction.
 * @param onProgress called after each batch with the number of keys sealed by this call.
 */
export async function resealKeys(
  db: Db,
  cipher: KeyCipher,
  onProgress: (resealed: number) => void = () => undefined,
): Promise<ResealResult> {
  let resealed = 0
  let unreadable = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const batch = await db.transaction().execute((tx) => resealBatch(tx, cipher, after))
    resealed += batch.resealed
    unreadable += batch.unreadable
    after = batch.last ?? after
    if (batch.last === null) break
    onProgress(resealed)
  }
  await db.deleteFrom('key_imports').where('status', '<>', 'done').execute()
  await sql`delete from key_import_lines where sealed_with <> ${cipher.secretId}`.execute(db)
  await sql`
    delete from key_secrets s where id <> ${cipher.secretId}
      and not exists (select from game_keys k where k.sealed_with = s.id)`.execute(db)
  return { resealed, unreadable }
}

async function resealBatch(
  tx: Db,
  cipher: KeyCipher,
  after: string,
): Promise<ResealResult & { readonly last: string | null }> {
  const { rows } = await sql<StoredKey>`
    select id, game_edition, sealed_key, sealed_with from game_keys
    where id > ${after}::uuid and sealed_with <> ${cipher.secretId}
    order by id limit ${BATCH} for update`.execute(tx)
  const keys = rows.flatMap((row) => {
    const key = readKeyOrNull(cipher, row)
    return key === null ? [] : [{ id: row.id, ...cipher.seal(key, row) }]
  })
  if (keys.length > 0) await storeSealed(tx, keys)
  return {
    resealed: keys.length,
    unreadable: rows.length - keys.length,
    last: rows.at(-1)?.id ?? null,
  }
}
