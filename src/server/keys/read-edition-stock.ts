import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { EditionStock } from '#shared/visitor-api.ts'
import type { Edition } from '#shared/editions.ts'

/**
 * Reads which editions are sold out. Only an edition in stock mode `reserve` can be: when no key of it is unsold, not
 * retired and not held. An expired hold does not count, as in {@link holdKeys}.
 */
export async function readEditionStock(
  db: Db,
  editions: readonly Edition[],
  now: Date,
): Promise<EditionStock[]> {
  return await Promise.all(
    editions.map(async ({ id, stock }) => ({
      id,
      stock,
      sold_out: stock === 'reserve' && !(await hasFreeKey(db, id, now)),
    })),
  )
}

async function hasFreeKey(db: Db, edition: Edition['id'], now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from game_keys
      where game_edition = ${edition} and payment_id is null and retired_at is null and held_for is null
    ) or exists (
      select from game_keys
      where game_edition = ${edition} and payment_id is null and retired_at is null
        and held_for is not null and held_until < ${now}
    ) as found`.execute(db)
  return rows[0]?.found === true
}
