import type { DbDeps } from '#server/db/db-deps.ts'
import {
  ChainError,
  type Block,
  type ChainReader,
  type FoundTransfer,
  type ScanResult,
} from '#server/chain/chain-reader.ts'
import { addCheckpoints, beginCursor, moveCursor, type Cursor } from './cursor.ts'
import { ensureCanonical } from './ensure-canonical.ts'
import { storeOutflows, storeTransfers } from './store-transfers.ts'
import { watchAddresses } from './watch-addresses.ts'

/** What {@link readBlocks} has read. */
export interface BlocksRead {
  readonly cursor: Cursor
  /** Whether blocks that had been read were removed. */
  readonly hasWalkedBack: boolean
}

interface ReadBlocksDeps extends DbDeps {
  readonly reader: ChainReader
  /** When the mempool was last listed completely, before this poll; null if it never was. */
  readonly unseenUntil: Date | null
}

/** Depths of checkpoints below the first block ever read, to find the fork of a reorganisation soon after the start. */
const FIRST_CHECKPOINTS_BELOW = [1, 2, 3, 6, 12, 32, 64, 128] as const

/**
 * Reads the blocks from the cursor up to the head, in spans; null if it was aborted.
 *
 * @param onSpan called with the last block read after each span that does not reach the head.
 */
export async function readBlocks(
  deps: ReadBlocksDeps,
  begun: Cursor | null,
  head: Block,
  onSpan: (upTo: Block) => Promise<void>,
  signal?: AbortSignal,
): Promise<BlocksRead | null> {
  const { db, reader, clock } = deps
  const from = begun ?? (await beginCursor(db, reader.chain, head, await blocksBelow(reader, head)))
  // a scan compares the block at the cursor itself
  let cursor = from.height < head.height ? from : await ensureCanonical(db, reader, from, head, clock())
  let hasWalkedBack = cursor.hash !== from.hash
  while (cursor.height < head.height) {
    if (signal?.aborted === true) return null
    const { next, upTo } = await readSpan(deps, cursor, head)
    if (next.height <= cursor.height) hasWalkedBack = true
    cursor = next
    if (upTo !== null && cursor.height < head.height) await onSpan(upTo)
  }
  return { cursor, hasWalkedBack }
}

/**
 * @returns the new cursor; `upTo` is null if it went back to a fork.
 * @throws {ChainError} `'inconsistent'` if two scans in a row contradict the block at the cursor, which has not changed.
 */
async function readSpan(
  deps: ReadBlocksDeps,
  cursor: Cursor,
  head: Block,
): Promise<{ readonly next: Cursor; readonly upTo: Block | null }> {
  const { db, reader, clock } = deps
  for (let isSecond = false; ; isSecond = true) {
    const scanned = await reader.scan(cursor.height, head.height, watchAddresses(db, reader.chain))
    const fromHash = scanned.fromHash ?? (await reader.blockAt(cursor.height))?.hash
    if (fromHash === cursor.hash) {
      await storeSpan(deps, cursor, scanned)
      return { next: scanned.upTo, upTo: scanned.upTo }
    }
    // the block at the cursor was replaced during the scan: store nothing
    const fork = await ensureCanonical(db, reader, cursor, head, clock())
    if (fork.hash !== cursor.hash) return { next: fork, upTo: null }
    if (isSecond)
      throw new ChainError(
        reader.chain,
        'inconsistent',
        'two answers about the same block differ; it will be read again',
      )
  }
}

async function storeSpan(
  { db, reader, clock, unseenUntil }: ReadBlocksDeps,
  cursor: Cursor,
  scanned: ScanResult,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await moveCursor(tx, reader.chain, cursor, scanned.upTo)
    await addCheckpoints(tx, reader.chain, [scanned.upTo])
    await storeOutflows(tx, reader.chain, scanned.outflows ?? [])
    const isNew = (one: FoundTransfer) => (one.block?.height ?? 0) > cursor.height
    const [fresh, missed] = [scanned.transfers.filter(isNew), scanned.transfers.filter((one) => !isNew(one))]
    await storeTransfers(tx, reader.chain, fresh, { seenAt: clock(), unseenUntil })
    // blocks that were read before did not show these transfers, so the reader was blind when they came
    await storeTransfers(tx, reader.chain, missed, { seenAt: clock(), unseenUntil: null })
  })
}

async function blocksBelow(reader: ChainReader, head: Block): Promise<readonly Block[]> {
  const blocks: Block[] = []
  for (const depth of FIRST_CHECKPOINTS_BELOW) {
    if (head.height - depth < 0) break
    const block = await reader.blockAt(head.height - depth)
    if (block !== null) blocks.push(block)
  }
  return blocks
}
