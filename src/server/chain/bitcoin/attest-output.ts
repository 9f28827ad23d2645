import { CANNOT_ATTEST, type AttestationAnswer } from '#server/chain/attest-each.ts'
import type { FoundTransfer } from '#server/chain/chain-reader.ts'
import { isSamePayment } from '#server/chain/is-same-payment.ts'
import type { BitcoinTransaction } from './find-transfers.ts'

/**
 * Compares a transfer with what one node knows of its block and its transaction.
 *
 * @param inBlock reads a transaction of a block; null if the block does not contain it.
 */
export async function attestOutput(
  transfer: FoundTransfer,
  hashAt: (height: number) => Promise<string | null>,
  inBlock: (txHash: string, blockHash: string) => Promise<BitcoinTransaction | null>,
): Promise<AttestationAnswer> {
  if (transfer.block === null) return CANNOT_ATTEST
  const blockHash = await hashAt(transfer.block.height)
  // The node lags and does not have the block yet, which is not a disagreement.
  if (blockHash === null) return CANNOT_ATTEST
  if (blockHash !== transfer.block.hash) return { says: 'disagrees', blockHash }
  const transaction = await inBlock(transfer.txHash, blockHash)
  const ours = transaction?.outputs.filter(({ address }) => address === transfer.address) ?? []
  return { says: isSamePayment(transfer, ours) ? 'agrees' : 'disagrees', blockHash }
}
