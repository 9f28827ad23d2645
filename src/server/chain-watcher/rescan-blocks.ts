import { ChainError, type Block, type ChainReader } from '#server/chain/chain-reader.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { storeOutflows, storeTransfers } from './store-transfers.ts'
import { watchAddresses } from './watch-addresses.ts'

/**
 * Reads blocks that the cursor has passed again, without moving the cursor. Transfers have unique keys, so finding one again
 * changes nothing; orders with new transfers are settled by the running shop.
 *
 * @param span heights, both included.
 * @throws {ChainError} `'inconsistent'` if blocks were replaced meanwhile; their transfers are not stored.
 * @returns the number of transfers to watched addresses in those blocks.
 */
export async function rescanBlocks(
  db: Db,
  reader: ChainReader,
  span: { readonly from: number; readonly to: number },
  clock: Clock,
  onProgress: (height: number) => void,
): Promise<number> {
  const watch = watchAddresses(db, reader.chain)
  let height = Math.max(span.from - 1, 0)
  let found = 0
  while (height < span.to) {
    const below = height
    const scanned = await reader.scan(height, span.to, watch)
    const fresh = scanned.transfers.filter((one) => (one.block?.height ?? 0) > below)
    await db.transaction().execute(async (tx) => {
      await holdOntoBlock(tx, reader, scanned.upTo)
      await storeOutflows(tx, reader.chain, scanned.outflows ?? [])
      // the reader missed these transfers when they came, so its mempool does not tell when that was
      await storeTransfers(tx, reader.chain, fresh, { seenAt: clock(), unseenUntil: null })
    })
    found += fresh.length
    height = scanned.upTo.height
    onProgress(height)
  }
  return found
}

/**
 * The running shop removes replaced blocks by moving the cursor. It cannot do so while this transaction locks the cursor,
 * and if it already has, the block that was read is no longer on the chain.
 */
export async function holdOntoBlock(tx: Db, reader: ChainReader, upTo: Block): Promise<void> {
  await tx.selectFrom('cursors').select('height').where('chain', '=', reader.chain).forUpdate().execute()
  const block = await reader.blockAt(upTo.height)
  if (block?.hash === upTo.hash) return
  throw new ChainError(
    reader.chain,
    'inconsistent',
    'the chain was replaced while it was read; read it again',
  )
}
