import { sql } from 'kysely'
import { ChainError, type Block, type ChainReader } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'
import { moveCursor, type Cursor } from './cursor.ts'
import { markForSettling } from './store-transfers.ts'

interface Checkpoint extends Cursor {
  readonly at: Date
}

/**
 * Makes sure that the cursor is on the current chain. If its block was replaced, the cursor moves back to the fork and all
 * transfers above it are removed, in one transaction.
 *
 * @throws {ChainError} `'lags'` if the node is only behind the cursor; `'mismatch'` if it shares no block with it.
 */
export async function ensureCanonical(
  db: Db,
  reader: ChainReader,
  cursor: Cursor,
  head: Block,
  now: Date,
): Promise<Cursor> {
  if (cursor.hash === head.hash) return cursor
  const block = cursor.height <= head.height ? await reader.blockAt(cursor.height) : null
  if (block?.hash === cursor.hash) return cursor
  const fork = await findFork(db, reader, cursor, head)
  if (block === null && (await isNewestBelow(db, reader.chain, fork, head.height))) {
    throw new ChainError(
      reader.chain,
      'lags',
      `the node's head ${String(head.height)} is below what was read`,
    )
  }
  await rollBackTo(db, reader.chain, cursor, fork, now)
  return fork
}

async function findFork(db: Db, reader: ChainReader, cursor: Cursor, head: Block): Promise<Checkpoint> {
  let below = Math.min(cursor.height, head.height + 1)
  for (;;) {
    const checkpoints = await checkpointsBelow(db, reader.chain, below)
    if (checkpoints.length === 0) {
      throw new ChainError(
        reader.chain,
        'mismatch',
        'the node knows none of the blocks that were read before: it follows another chain; set the right node',
      )
    }
    for (const checkpoint of checkpoints) {
      const block = await reader.blockAt(checkpoint.height)
      if (block?.hash === checkpoint.hash) return checkpoint
      below = checkpoint.height
    }
  }
}

async function checkpointsBelow(db: Db, chain: ChainId, below: number): Promise<readonly Checkpoint[]> {
  const rows = await db
    .selectFrom('checkpoints')
    .select(['height', 'hash', 'block_at'])
    .where('chain', '=', chain)
    .where('height', '<', below)
    .orderBy('height', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({ height: row.height, hash: row.hash, at: row.block_at }))
}

/** Whether all checkpoints up to the node's head match: then the node lags and is not on another branch. */
async function isNewestBelow(db: Db, chain: ChainId, fork: Cursor, headHeight: number): Promise<boolean> {
  const [newest] = await checkpointsBelow(db, chain, headHeight + 1)
  return newest?.height === fork.height
}

async function rollBackTo(db: Db, chain: ChainId, from: Cursor, fork: Checkpoint, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await moveCursor(tx, chain, from, fork)
    // what was final below the fork still is; above it the chain was replaced
    await tx
      .updateTable('cursors')
      .set({ finalized_height: sql<number>`least(finalized_height, ${fork.height}::integer)` })
      .where('chain', '=', chain)
      .execute()
    await tx.deleteFrom('checkpoints').where('chain', '=', chain).where('height', '>', fork.height).execute()
    await tx
      .deleteFrom('outflows')
      .where('chain', '=', chain)
      .where('block_height', '>', fork.height)
      .execute()
    const balances = await tx
      .deleteFrom('transfers')
      .where('chain', '=', chain)
      .where('block_height', '>', fork.height)
      .where('evidence', '=', 'balance')
      .returning('payment_id')
      .execute()
    const orphaned = await tx
      .updateTable('transfers')
      .set({
        lost_at: now,
        lost_as: 'orphaned',
        block_height: null,
        block_hash: null,
        block_at: null,
        attestations: null,
        late_rate_e8: null,
      })
      .where('chain', '=', chain)
      .where('block_height', '>', fork.height)
      .returning('payment_id')
      .execute()
    const touched = [...new Set([...balances, ...orphaned].map((row) => row.payment_id))]
    await markForSettling(tx, touched)
    if (touched.length > 0) {
      await tx
        .updateTable('payments')
        .set({ attested_at: null, disagree_since: null, is_final: false })
        .where('id', 'in', touched)
        .execute()
    }
  })
}
