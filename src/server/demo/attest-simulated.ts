import { CANNOT_ATTEST, type AttestationAnswer } from '#server/chain/attest-each.ts'
import type { FoundTransfer } from '#server/chain/chain-reader.ts'
import { isSamePayment } from '#server/chain/is-same-payment.ts'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'

/** Attests a transfer as a node does: by its transaction, in the block that the simulated chain has at its height. */
export async function attestSimulated(
  db: Db,
  chain: ChainId,
  transfer: FoundTransfer,
): Promise<AttestationAnswer> {
  const { block, evidence, txHash, address, asset, atoms } = transfer
  if (block === null) return CANNOT_ATTEST
  const row = await db
    .selectFrom('sim_blocks')
    .select('hash')
    .where('chain', '=', chain)
    .where('height', '=', block.height)
    .executeTakeFirst()
  if (row === undefined) return CANNOT_ATTEST
  const { hash: blockHash } = row
  if (blockHash !== block.hash) return { says: 'disagrees', blockHash }
  const paid = db
    .selectFrom('sim_transactions')
    .select(['output_index as index', 'atoms'])
    .where('chain', '=', chain)
    .where('address', '=', address)
    .where('asset', '=', asset)
    .where('is_genuine', '=', true)
    .where('block_height', '<=', block.height)
  const isOutput = evidence === 'output'
  const rows = await (isOutput ? paid.where('tx_hash', '=', txHash) : paid).execute()
  const total = rows.reduce((sum, one) => sum + one.atoms, 0n)
  const isSame = isOutput ? isSamePayment(transfer, rows) : total >= atoms
  return { says: isSame ? 'agrees' : 'disagrees', blockHash }
}
