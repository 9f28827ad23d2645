import type { Db } from '#server/db/database.ts'
import type { EditionStock } from '#shared/visitor-api.ts'
import type { FixedEdition } from '#shared/editions.ts'
import { countFreeCopies } from './hold-keys.ts'

/**
 * Reads which editions are sold out, and of which keys are held until release. Only an edition in stock mode `reserve` can be: when no key of it is unsold, not
 * retired, not held, and not promised to an open order. An expired hold does not count, as in {@link holdKeys}.
 */
export async function readEditionStock(
  db: Db,
  editions: readonly FixedEdition[],
  now: Date,
): Promise<EditionStock[]> {
  const rows = await db.selectFrom('editions').select(['id', 'keys_held_since']).execute()
  const held = new Set(rows.filter((row) => row.keys_held_since !== null).map((row) => row.id))
  return await Promise.all(
    editions.map(async ({ id, stock }) => ({
      id,
      stock,
      sold_out: stock === 'reserve' && (await countFreeCopies(db, id, 1, now)) === 0,
      keys_on_release: held.has(id),
    })),
  )
}
