import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { EditionId } from '#shared/editions.ts'

/** The SQL condition, on `game_keys`, that a key can be read with the secrets of the serving process. */
export const notLost = sql<SqlBool>`sealed_with <> all (array(select id from key_secrets where is_lost))`

/**
 * Records which secrets the serving process lacks, so that keys sealed with them are neither sold nor handed out.
 *
 * @returns the number of unsold keys that cannot be read.
 */
export async function markLostSecrets(db: Db, { readableIds }: KeyCipher): Promise<number> {
  await sql`
    update key_secrets set is_lost = id <> all (${readableIds}::text[])
    where is_lost is distinct from (id <> all (${readableIds}::text[]))`.execute(db)
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from game_keys
    where payment_id is null and retired_at is null
      and sealed_with = any (array(select id from key_secrets where is_lost))`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}

/**
 * The SQL condition that an edition has unsold keys that cannot be read. Then it takes no orders: their buyers would get nothing.
 * Where no secret is lost, no key is looked at.
 */
export function hasLostKeys(edition: EditionId): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from key_secrets s cross join lateral (
      select from game_keys
      where sealed_with = s.id and game_edition = ${edition} and payment_id is null and retired_at is null limit 1
    ) k where is_lost
  )`
}
