import type { Db } from '#server/db/database.ts'
import type { EditionStock } from '#shared/visitor-api.ts'
import type { Edition } from '#shared/editions.ts'
import { countPromisedCopies, hasFreeKeys } from './hold-keys.ts'

/**
 * Reads which editions are sold out. Only an edition in stock mode `reserve` can be: when no key of it is unsold, not
 * retired, not held, and not promised to an open order. An expired hold does not count, as in {@link holdKeys}.
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
      sold_out: stock === 'reserve' && !(await isAvailable(db, id, now)),
    })),
  )
}

async function isAvailable(db: Db, edition: Edition['id'], now: Date): Promise<boolean> {
  const promised = await countPromisedCopies(db, edition, now, null)
  return hasFreeKeys(db, edition, promised + 1, now)
}
