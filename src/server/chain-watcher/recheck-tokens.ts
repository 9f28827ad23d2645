import type { Block, ChainReader, Watch } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { CHAIN_TABLE, type ChainId } from '#shared/chains.ts'
import { lockCursor, type Cursor } from './cursor.ts'
import { storeTransfers } from './store-transfers.ts'
import { watchRecentAddresses } from './watch-addresses.ts'

/** Reads the token logs of blocks a second time. */
export interface TokenRecheck {
  /** Reads the blocks that have become deep enough since the last pass, if a pass is due. @param cursor at the head. */
  look(cursor: Block, head: Block, now: Date): Promise<void>
}

const EVERY_MS = 30_000
/** The least age of blocks in the second pass; machines behind a load balancer were seen 20 blocks behind without an error. */
const BEHIND_HEAD_S = 60

/**
 * Creates the second pass over token logs. A node may omit logs without an error, and the cursor then passes a payment. The
 * same blocks are read again when they are a minute old and as deep as final blocks are on this chain: only token logs, one
 * call for each span, for the addresses of recent orders. Finality itself is not asked for, since that would cost a call and
 * transfers of a replaced block are removed like those of the first pass.
 */
export function createTokenRecheck(db: Db, reader: ChainReader): TokenRecheck {
  const { blockTimeS, finality } = CHAIN_TABLE[reader.chain]
  const behind = Math.max(Math.ceil(BEHIND_HEAD_S / blockTimeS), finality.shownDepth)
  let lookedAt = 0
  return {
    look: async (cursor, head, now) => {
      if (now.getTime() - lookedAt < EVERY_MS) return
      const to = Math.max(0, Math.min(cursor.height, head.height - behind))
      const from = await beginRecheck(db, reader.chain, to)
      if (from === null || from >= to) return
      const watch = watchRecentAddresses(db, reader.chain, cursor.height, now)
      await rescanTokens(db, reader, { from: from + 1, to }, cursor, watch, now, { movesFrom: from })
      lookedAt = now.getTime()
    },
  }
}

/** The height up to which logs were read twice; the first pass begins at the deepest block it meets. */
async function beginRecheck(db: Db, chain: ChainId, to: number): Promise<number | null> {
  const row = await db
    .selectFrom('cursors')
    .select('rechecked_height')
    .where('chain', '=', chain)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.rechecked_height !== null) return row.rechecked_height
  await db.updateTable('cursors').set({ rechecked_height: to }).where('chain', '=', chain).execute()
  return to
}

interface RescanOptions {
  /** The stored height of the second pass, which moves with the blocks read; absent for a rescan of one order. */
  readonly movesFrom?: number
  /** The most calls for logs; default no limit. */
  readonly scansMax?: number
}

/**
 * Reads the token logs of blocks below the cursor once more, and stores what is new. Nothing is stored after another process
 * moved the cursor, since those blocks may have been replaced.
 *
 * @param span heights, both included.
 */
export async function rescanTokens(
  db: Db,
  reader: ChainReader,
  span: { readonly from: number; readonly to: number },
  cursor: Cursor,
  watch: Watch,
  now: Date,
  { movesFrom, scansMax = Number.POSITIVE_INFINITY }: RescanOptions,
): Promise<void> {
  let reached = movesFrom ?? span.from - 1
  for (let scans = 0; reached < span.to && scans < scansMax; scans += 1) {
    const scanned = await reader.scanTokens(reached + 1, span.to, watch)
    if (scanned === null) return
    const { upTo } = scanned
    const isStored = await db.transaction().execute(async (tx) => {
      if (!(await lockCursor(tx, reader.chain, cursor, movesFrom === undefined ? 'share' : 'update')))
        return false
      await storeTransfers(tx, reader.chain, scanned.transfers, { seenAt: now, unseenUntil: null })
      if (movesFrom !== undefined) await moveRecheck(tx, reader.chain, reached, upTo)
      return true
    })
    if (!isStored) return
    reached = upTo
  }
}

async function moveRecheck(tx: Db, chain: ChainId, from: number, to: number): Promise<void> {
  await tx
    .updateTable('cursors')
    .set({ rechecked_height: to })
    .where('chain', '=', chain)
    .where('rechecked_height', '=', from)
    .execute()
}
