import type { ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { markForSettling } from './store-transfers.ts'

/**
 * Marks unconfirmed transfers that are no longer in the mempool as lost. Safe only after the chain was read up to its head
 * after the mempool: by then a transfer that has just been mined is found in its block.
 *
 * @param present all unconfirmed transfers to watched addresses.
 */
export async function markMissingTransfers(
  db: Db,
  reader: ChainReader,
  present: readonly FoundTransfer[],
  now: Date,
): Promise<void> {
  const names = new Set(present.map((one) => `${one.txHash}:${String(one.index)}`))
  const unconfirmed = await db
    .selectFrom('transfers')
    .select(['tx_hash', 'output_index', 'address', 'inputs', 'payment_id'])
    .where('chain', '=', reader.chain)
    .where('block_height', 'is', null)
    .where('lost_at', 'is', null)
    .execute()
  for (const gone of unconfirmed) {
    if (names.has(`${gone.tx_hash}:${String(gone.output_index)}`)) continue
    const isReplaced = await reader.isReplaced(gone.tx_hash, gone.inputs)
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('transfers')
        .set({ lost_at: now, lost_as: isReplaced ? 'replaced' : 'dropped' })
        .where('chain', '=', reader.chain)
        .where('tx_hash', '=', gone.tx_hash)
        .where('output_index', '=', gone.output_index)
        .where('address', '=', gone.address)
        .where('block_height', 'is', null)
        .execute()
      await markForSettling(tx, [gone.payment_id])
    })
  }
}
