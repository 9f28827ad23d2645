import type { DbDeps } from '#server/db/db-deps.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'
import { newBlockHash, noHash } from './sim-forms.ts'

/** How many blocks a simulated chain keeps; more if the shop has not read them yet. */
const BLOCKS_KEPT = 5000
/** After a crash the shop reads some blocks again. */
const KEPT_BELOW_CURSOR = 200
const PRUNED_AT_ONCE = 100

export interface SimWriter extends DbDeps {
  readonly chain: ChainId
}

/** Runs `change` in its own transaction, under a lock of the chain. */
export async function changeChain<Result>(
  { db, chain, clock }: SimWriter,
  change: (tx: Db, now: Date) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${'keyhold sim ' + chain}, 0))`.execute(tx)
    return change(tx, clock())
  })
}

/** Creates the first block if there is none. */
export async function createGenesis(writer: SimWriter): Promise<void> {
  const { chain } = writer
  await changeChain(writer, async (tx, now) => {
    await tx
      .insertInto('sim_blocks')
      .values({ chain, height: 0, hash: newBlockHash(chain), parent_hash: noHash(chain), at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/**
 * Adds a block for each age, the oldest first; the mempool's transactions are in the first that is not older than they are.
 *
 * @param agesMs how long before now the blocks were made.
 * @returns the new height.
 */
export async function mineBlocks(writer: SimWriter, agesMs: readonly number[]): Promise<number> {
  const { chain } = writer
  const height = await changeChain(writer, async (tx, now) => {
    const times = agesMs.map((ageMs) => new Date(now.getTime() - ageMs))
    const from = await appendBlocks(tx, chain, times)
    const newest = from + times.length - 1
    await sql`
      update sim_transactions t set block_height = (
        select min(b.height) from sim_blocks b where b.chain = t.chain and b.height >= ${from} and b.at >= t.made_at
      )
      where t.chain = ${chain} and t.block_height is null
        and t.made_at <= (select b.at from sim_blocks b where b.chain = ${chain} and b.height = ${newest})`.execute(
      tx,
    )
    return newest
  })
  const before = height - agesMs.length
  const hasCrossed = Math.floor(height / PRUNED_AT_ONCE) > Math.floor(before / PRUNED_AT_ONCE)
  if (hasCrossed) await pruneBlocks(writer.db, chain, height)
  return height
}

/** @param times of the blocks; none is older than its parent. @returns the height of the first new block. */
async function appendBlocks(tx: Db, chain: ChainId, times: readonly Date[]): Promise<number> {
  const head = await tx
    .selectFrom('sim_blocks')
    .select(['height', 'hash', 'at'])
    .where('chain', '=', chain)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst()
  const from = head === undefined ? 0 : head.height + 1
  let parent_hash = head?.hash ?? noHash(chain)
  const blocks = times.map((time, index) => {
    const at = head !== undefined && head.at > time ? head.at : time
    const block = { chain, height: from + index, hash: newBlockHash(chain), parent_hash, at }
    parent_hash = block.hash
    return block
  })
  await tx.insertInto('sim_blocks').values(blocks).execute()
  return from
}

/**
 * Replaces the newest blocks by as many and one more. With `keep` their transactions are in the new blocks at the same
 * heights, otherwise they are lost for good. The first block the chain still has stays.
 *
 * @returns the new height.
 */
export async function replaceBlocks(writer: SimWriter, depth: number, keep: boolean): Promise<number> {
  const { chain } = writer
  return changeChain(writer, async (tx, now) => {
    const { lowest, highest } = await tx
      .selectFrom('sim_blocks')
      .select((select) => [select.fn.min('height').as('lowest'), select.fn.max('height').as('highest')])
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow()
    const replaced = Math.min(depth, highest - lowest)
    const fork = highest - replaced
    if (!keep) {
      const gone = tx.deleteFrom('sim_transactions').where('chain', '=', chain)
      await gone.where('block_height', '>', fork).execute()
    }
    await tx.deleteFrom('sim_blocks').where('chain', '=', chain).where('height', '>', fork).execute()
    await appendBlocks(
      tx,
      chain,
      Array.from({ length: replaced + 1 }, () => now),
    )
    return highest + 1
  })
}

async function pruneBlocks(db: Db, chain: ChainId, height: number): Promise<void> {
  await sql`
    delete from sim_blocks where chain = ${chain} and height < least(
      ${height - BLOCKS_KEPT + 1}::integer,
      coalesce((select c.height from cursors c where c.chain = ${chain}) - ${KEPT_BELOW_CURSOR}::integer, ${height}::integer)
    )`.execute(db)
}
