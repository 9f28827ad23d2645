import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/database.ts'
import { storeOutflows, storeTransfers } from './store-transfers.ts'
import { watchAddresses } from './watch-addresses.ts'

/**
 * Reads blocks that the cursor has passed once more, the cursor itself untouched. Transfers are keyed, so that finding
 * one again changes nothing; orders with new ones are settled by the running shop.
 *
 * @param span heights, both included.
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
      await storeOutflows(tx, reader.chain, scanned.outflows ?? [])
      await storeTransfers(tx, reader.chain, fresh, clock())
    })
    found += fresh.length
    height = scanned.upTo.height
    onProgress(height)
  }
  return found
}
