import { ChainError, type Block, type ChainReader } from '#server/chain/chain-reader.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { storeOutflows, storeTransfers } from './store-transfers.ts'
import { watchAddresses } from './watch-addresses.ts'

/**
 * Reads blocks that the cursor has passed once more, the cursor itself untouched. Transfers are keyed, so that finding
 * one again changes nothing; orders with new ones are settled by the running shop.
 *
 * @param span heights, both included.
 * @throws {ChainError} `'inconsistent'` where the chain was replaced meanwhile: what was read of it is not stored.
 * @returns how many transfers to our addresses stand in those blocks.
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
      await holdOnto(tx, reader, scanned.upTo)
      await storeOutflows(tx, reader.chain, scanned.outflows ?? [])
      await storeTransfers(tx, reader.chain, fresh, clock())
    })
    found += fresh.length
    height = scanned.upTo.height
    onProgress(height)
  }
  return found
}

/**
 * The shop that runs takes lost blocks away by moving the cursor: it cannot while this transaction holds it, and where it
 * already has, the block that was read is no longer on the chain.
 */
async function holdOnto(tx: Db, reader: ChainReader, upTo: Block): Promise<void> {
  await tx.selectFrom('cursors').select('height').where('chain', '=', reader.chain).forUpdate().execute()
  const block = await reader.blockAt(upTo.height)
  if (block?.hash === upTo.hash) return
  throw new ChainError(
    reader.chain,
    'inconsistent',
    'the chain was replaced while it was read; read it again',
  )
}
