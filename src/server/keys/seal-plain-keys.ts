import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KeyCipher, SealedKey } from '#server/secrets/key-cipher.ts'

/** Keys per transaction; only these are in memory at the same time. */
const BATCH = 2000

/**
 * Seals the keys that an earlier release stored as text, a batch per transaction. Safe to kill and to run again; several
 * processes may run it at the same time, and each returns when no text is left.
 *
 * @param db the pool, not an open transaction.
 * @param onProgress called after each batch with the number of keys sealed by this call.
 */
export async function sealPlainKeys(
  db: Db,
  cipher: KeyCipher,
  onProgress: (sealed: number) => void = () => undefined,
): Promise<void> {
  const some = await db.selectFrom('plain_keys').select('id').limit(1).executeTakeFirst()
  if (some === undefined) return
  const sealNext = () => db.transaction().execute((tx) => sealBatch(tx, cipher))
  let sealed = 0
  for (let last = await sealNext(); last > 0; last = await sealNext()) {
    sealed += last
    onProgress(sealed)
  }
  // the text is gone from the tables' files, too, as far as their pages are used again
  await sql`vacuum (analyze) game_keys, plain_keys`.execute(db)
}

/** @returns the number of keys sealed; 0 if no text is left. */
async function sealBatch(tx: Db, cipher: KeyCipher): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('keyhold sealing'))`.execute(tx)
  const { rows } = await sql<{ id: string; game_edition: string; game_key: string }>`
    select p.id, k.game_edition, p.game_key from plain_keys p join game_keys k on k.id = p.id
    limit ${BATCH}`.execute(tx)
  if (rows.length === 0) return 0
  const sealed = rows.map((row) => ({ id: row.id, ...cipher.seal(row.game_key, row) }))
  await storeSealed(tx, sealed)
  await sql`delete from plain_keys where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
  return rows.length
}

/** Writes new ciphertexts of keys that are in the table. */
export async function storeSealed(
  tx: Db,
  keys: readonly (SealedKey & { readonly id: string })[],
): Promise<void> {
  await sql`
    update game_keys k set sealed_key = s.sealed_key, sealed_with = s.sealed_with, key_hash = s.key_hash,
      last_group_hash = s.last_group_hash, awaits_sealing = false
    from unnest(
      ${keys.map((key) => key.id)}::uuid[], ${keys.map((key) => key.sealed_key)}::bytea[],
      ${keys.map((key) => key.sealed_with)}::text[], ${keys.map((key) => key.key_hash)}::bytea[],
      ${keys.map((key) => key.last_group_hash)}::bytea[]
    ) as s (id, sealed_key, sealed_with, key_hash, last_group_hash)
    where k.id = s.id`.execute(tx)
}
