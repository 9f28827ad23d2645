import { sql } from 'kysely'
import type { Block, Finality } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'

/** The last block of a chain that has been read, with all blocks below it. */
export interface Cursor {
  readonly height: number
  readonly hash: string
}

/** Thrown if another process moved the cursor: the caller rolls back and starts again from the stored one. */
export class CursorMovedError extends Error {
  readonly chain: ChainId
  constructor(chain: ChainId, from: Cursor) {
    super(`${chain}: the cursor no longer stands at height ${String(from.height)}; another process moved it`)
    this.name = 'CursorMovedError'
    this.chain = chain
  }
}

/** Older checkpoints are deleted: no chain has ever had a reorganisation this deep. */
const CHECKPOINTS_KEPT = 5_000

/** Loads the stored cursor; null if the chain was never read. */
export async function loadCursor(db: Db, chain: ChainId): Promise<Cursor | null> {
  const row = await db
    .selectFrom('cursors')
    .select(['height', 'hash'])
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row ?? null
}

/** Creates the cursor at a block. Blocks below it are stored as checkpoints, so that the fork of an early reorganisation is found. */
export async function beginCursor(
  db: Db,
  chain: ChainId,
  head: Block,
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
        finalized_height: 0,
        watched_until: sql<Date>`'-infinity'::timestamptz`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await addCheckpoints(tx, chain, [...below, head])
  })
  return (await loadCursor(db, chain)) ?? { height: head.height, hash: head.hash }
}

/**
 * Moves the cursor by compare-and-set, in the transaction that stores the transfers.
 *
 * @throws {CursorMovedError} if it is no longer at `from`.
 */
export async function moveCursor(
  tx: Db,
  chain: ChainId,
  from: Cursor,
  to: Cursor & { readonly at: Date },
): Promise<void> {
  const moved = await tx
    .updateTable('cursors')
    .set({
      height: to.height,
      hash: to.hash,
      block_at: to.at,
      // null stays null: there was no second pass yet
      rechecked_height: sql<
        number | null
      >`case when rechecked_height > ${to.height} then ${to.height}::integer else rechecked_height end`,
    })
    .where('chain', '=', chain)
    .where('height', '=', from.height)
    .where('hash', '=', from.hash)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new CursorMovedError(chain, from)
}

/** Stores blocks that the cursor has passed. */
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

/** What is known of a chain's finality, and whether something waits for more of it. */
export interface KnownFinality {
  readonly height: number
  /** Whether a node of the chain has ever reported finality. */
  readonly wasReported: boolean
  /** Whether money, or a refund's transaction, is in a block that is not final yet. */
  readonly isAwaited: boolean
}

/** Loads what is known of a chain's finality. */
export async function loadFinality(db: Db, chain: ChainId): Promise<KnownFinality> {
  const { rows } = await sql<KnownFinality>`
    select finalized_height as height, finality_reported as "wasReported",
      finalized_height = 0
        or coalesce(
          (select max(block_height) from transfers t where t.chain = c.chain and t.lost_at is null), 0
        ) > c.finalized_height
        or exists (select from refund_transactions r where r.chain = c.chain and r.status = 'waiting') as "isAwaited"
    from cursors c where chain = ${chain}`.execute(db)
  return rows[0] ?? { height: 0, wasReported: false, isAwaited: true }
}

/**
 * Records the head, and that the chain was watched without a gap up to `watchedUntil`. The finalized height only rises: a
 * node that reports a lower one lags.
 *
 * @param finality null if it was not read.
 */
export async function recordWatchedUntil(
  db: Db,
  chain: ChainId,
  cursor: Cursor,
  head: Block,
  finality: Finality | null,
  watchedUntil: Date,
): Promise<void> {
  await db
    .updateTable('cursors')
    .set({
      head_height: Math.max(head.height, cursor.height),
      finalized_height: sql<number>`greatest(finalized_height, ${finality?.height ?? 0}::integer)`,
      finality_reported: sql<boolean>`finality_reported or ${finality?.isReported ?? false}`,
      watched_until: watchedUntil,
    })
    .where('chain', '=', chain)
    .where('height', '=', cursor.height)
    .where('hash', '=', cursor.hash)
    .execute()
}

/** Records how far a chain has been read before its head is reached; confirmations count from there. */
export async function recordReached(
  db: Db,
  chain: ChainId,
  cursor: Cursor,
  finality: Finality | null,
): Promise<void> {
  await db
    .updateTable('cursors')
    .set({
      head_height: sql<number>`greatest(head_height, ${cursor.height}::integer)`,
      finalized_height: sql<number>`greatest(finalized_height, ${finality?.height ?? 0}::integer)`,
      finality_reported: sql<boolean>`finality_reported or ${finality?.isReported ?? false}`,
    })
    .where('chain', '=', chain)
    .where('height', '=', cursor.height)
    .where('hash', '=', cursor.hash)
    .execute()
}

/**
 * Checks that the cursor is at a block and locks it until the transaction ends, so that the balances read at that block and
 * the transfers stored below it stay consistent. Returns false if another process has moved it.
 *
 * @param mode `'update'` if the transaction then changes the row: two shared locks that become exclusive are a deadlock.
 */
export async function lockCursor(
  tx: Db,
  chain: ChainId,
  at: Cursor,
  mode: 'share' | 'update' = 'share',
): Promise<boolean> {
  const row = tx
    .selectFrom('cursors')
    .select('chain')
    .where('chain', '=', chain)
    .where('height', '=', at.height)
    .where('hash', '=', at.hash)
  const held = await (mode === 'share' ? row.forShare() : row.forUpdate()).executeTakeFirst()
  return held !== undefined
}
