import { sql } from 'kysely'
import type { Block, Head } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'

/** Up to where a chain has been read: this very block, and everything below it. */
export interface Cursor {
  readonly height: number
  readonly hash: string
}

/** Another reader has moved the cursor in between: whoever sees this rolls back and begins again from the stored one. */
export class CursorMovedError extends Error {
  readonly chain: ChainId
  constructor(chain: ChainId, from: Cursor) {
    super(`${chain}: the cursor no longer stands at height ${String(from.height)}; another process moved it`)
    this.name = 'CursorMovedError'
    this.chain = chain
  }
}

/** Checkpoints older than this many are dropped: deeper than any chain has ever been reorganised. */
const CHECKPOINTS_KEPT = 5_000

/** The stored cursor; null on a chain never read. */
export async function loadCursor(db: Db, chain: ChainId): Promise<Cursor | null> {
  const row = await db
    .selectFrom('cursors')
    .select(['height', 'hash'])
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row ?? null
}

/** Begins reading at a block; blocks below it go in as checkpoints, so that a reorganisation right after finds its fork. */
export async function beginCursor(
  db: Db,
  chain: ChainId,
  head: Head,
  below: readonly Block[],
): Promise<Cursor> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('cursors')
      .values({
        chain,
        height: head.height,
        hash: head.hash,
        block_at: head.at,
        head_height: head.height,
        finalized_height: head.finalizedHeight,
        watched_until: sql<Date>`'-infinity'::timestamptz`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await addCheckpoints(tx, chain, [...below, head])
  })
  return (await loadCursor(db, chain)) ?? { height: head.height, hash: head.hash }
}

/**
 * Moves the cursor by compare-and-set, in the transaction that stores what was found.
 *
 * @throws {CursorMovedError} where it no longer stands at `from`.
 */
export async function moveCursor(
  tx: Db,
  chain: ChainId,
  from: Cursor,
  to: Cursor & { readonly at: Date },
): Promise<void> {
  const moved = await tx
    .updateTable('cursors')
    .set({ height: to.height, hash: to.hash, block_at: to.at })
    .where('chain', '=', chain)
    .where('height', '=', from.height)
    .where('hash', '=', from.hash)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new CursorMovedError(chain, from)
}

/** Remembers blocks the cursor has passed. */
export async function addCheckpoints(tx: Db, chain: ChainId, blocks: readonly Block[]): Promise<void> {
  const newest = Math.max(...blocks.map((block) => block.height))
  await tx
    .insertInto('checkpoints')
    .values(blocks.map((block) => ({ chain, height: block.height, hash: block.hash, block_at: block.at })))
    .onConflict((conflict) =>
      conflict.columns(['chain', 'height']).doUpdateSet((excluded) => ({
        hash: excluded.ref('excluded.hash'),
        block_at: excluded.ref('excluded.block_at'),
      })),
    )
    .execute()
  await tx
    .deleteFrom('checkpoints')
    .where('chain', '=', chain)
    .where('height', '<', newest - CHECKPOINTS_KEPT)
    .execute()
}

/** Records that the chain was watched without a gap up to `watchedUntil`, and what its head is. */
export async function recordWatchedUntil(
  db: Db,
  chain: ChainId,
  cursor: Cursor,
  head: Head,
  watchedUntil: Date,
): Promise<void> {
  await db
    .updateTable('cursors')
    .set({
      head_height: Math.max(head.height, cursor.height),
      finalized_height: head.finalizedHeight,
      watched_until: watchedUntil,
    })
    .where('chain', '=', chain)
    .where('height', '=', cursor.height)
    .where('hash', '=', cursor.hash)
    .execute()
}

/**
 * Whether the cursor stands at a block, and keeps it there until the transaction ends: what was read of balances at that
 * block, and what is stored of transfers below it, then stay the same. False where another process has read on.
 */
export async function lockCursor(tx: Db, chain: ChainId, at: Cursor): Promise<boolean> {
  const held = await tx
    .selectFrom('cursors')
    .select('chain')
    .where('chain', '=', chain)
    .where('height', '=', at.height)
    .where('hash', '=', at.hash)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}
