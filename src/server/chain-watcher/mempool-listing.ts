import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'
import { CursorMovedError, type Cursor } from './cursor.ts'

/** Loads when the mempool of a chain was last listed completely; null if it never was. */
export async function loadMempoolListing(db: Db, chain: ChainId): Promise<Date | null> {
  const row = await db
    .selectFrom('cursors')
    .select('mempool_listed_at')
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row?.mempool_listed_at ?? null
}

/**
 * Makes sure that a list of the mempool is still the newest one, and keeps other processes from recording another until the
 * transaction ends. A process that was stopped between listing the mempool and storing the result would otherwise write what
 * has changed since.
 *
 * @param previous what {@link loadMempoolListing} returned before the mempool was listed.
 * @throws {CursorMovedError} if another process has listed the mempool since.
 */
export async function holdMempoolListing(tx: Db, chain: ChainId, previous: Date | null): Promise<void> {
  const row = await tx
    .selectFrom('cursors')
    .select(['height', 'hash', 'mempool_listed_at'])
    .where('chain', '=', chain)
    .forShare()
    .executeTakeFirst()
  if (row !== undefined && row.mempool_listed_at?.getTime() !== previous?.getTime()) {
    throw new CursorMovedError(chain, row)
  }
}

/**
 * Records that the mempool was listed completely at a time, after everything in the list was stored.
 *
 * @throws {CursorMovedError} if another process has listed the mempool or moved the cursor since.
 */
export async function recordMempoolListing(
  db: Db,
  chain: ChainId,
  cursor: Cursor,
  previous: Date | null,
  listedAt: Date,
): Promise<void> {
  const recorded = await db
    .updateTable('cursors')
    .set({ mempool_listed_at: listedAt })
    .where('chain', '=', chain)
    .where('height', '=', cursor.height)
    .where('hash', '=', cursor.hash)
    .where('mempool_listed_at', 'is not distinct from', previous)
    .executeTakeFirst()
  if (recorded.numUpdatedRows !== 1n) throw new CursorMovedError(chain, cursor)
}
