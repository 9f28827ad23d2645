import type { PayoutQuery } from '#server/chain/chain-reader.ts'
import { bareHash, PAYOUT_MISSING, type PayoutLookup } from '#server/chain/payout-answers.ts'
import { isNative } from '#shared/assets.ts'
import { CHAIN_TABLE, type OutputChainId } from '#shared/chains.ts'
import { atoms } from '#shared/money.ts'
import type { BitcoindClient } from './bitcoind.ts'
import type { Esplora } from './esplora.ts'
import type { BitcoinTransaction } from './find-transfers.ts'

/** A transaction whose block is unknown is searched in the blocks of this time. */
const SEARCHED_S = 86_400

/**
 * Looks up a payout on one bitcoind. A node without an index finds a transaction in its mempool, in the block that
 * contained it before, or in the blocks of the last day.
 */
export async function findBitcoindPayout(node: BitcoindClient, question: PayoutQuery): Promise<PayoutLookup> {
  const known = await findBitcoindTransaction(node, bareHash(question.txHash), question.blockHash)
  return known === null ? PAYOUT_MISSING : found(node.chain, known.transaction, question, known.block)
}

/**
 * Finds a transaction on one bitcoind: in its mempool, by its index, in a given block, or in the blocks of the last day.
 *
 * @param hint hash of the block that contained it before; null if none did.
 * @returns the block is null while the transaction is in the mempool; null if it is not found on the chain.
 */
export async function findBitcoindTransaction(
  node: BitcoindClient,
  txid: string,
  hint: string | null,
): Promise<{ readonly transaction: BitcoinTransaction; readonly block: PayoutLookup['block'] } | null> {
  const known = await node.lookUp(txid)
  if (known !== null && known.blockHash === null) return { transaction: known.transaction, block: null }
  const hash = known?.blockHash ?? (await blockOf(node, txid, hint))
  if (hash === null) return null
  const transaction = await node.inBlock(txid, hash)
  const { height } = await node.header(hash)
  if (transaction === null || (await node.hashAt(height)) !== hash) return null
  return { transaction, block: { height, hash } }
}

async function blockOf(node: BitcoindClient, txid: string, hint: string | null): Promise<string | null> {
  if (hint !== null && (await holds(node, txid, hint))) return hint
  const most = SEARCHED_S / CHAIN_TABLE[node.chain].blockTimeS
  let { bestblockhash: hash } = await node.chainInfo()
  for (let depth = 0; depth < most; depth += 1) {
    if ((await node.inBlock(txid, hash)) !== null) return hash
    const { previousblockhash } = await node.header(hash)
    if (previousblockhash === undefined) return null
    hash = previousblockhash
  }
  return null
}

/** Whether a block that is still on the chain contains the transaction. */
async function holds(node: BitcoindClient, txid: string, hash: string): Promise<boolean> {
  if ((await node.inBlock(txid, hash)) === null) return false
  const { height } = await node.header(hash)
  return (await node.hashAt(height)) === hash
}

/** Looks up a payout on one Esplora server, which indexes all transactions. */
export async function findEsploraPayout(node: Esplora, question: PayoutQuery): Promise<PayoutLookup> {
  const known = await node.transaction(bareHash(question.txHash))
  if (known === null) return PAYOUT_MISSING
  const { confirmed } = known
  const block = confirmed === null ? null : { height: confirmed.height, hash: confirmed.blockHash }
  return found(node.chain, known.transaction, question, block)
}

function found(
  chain: OutputChainId,
  { outputs }: BitcoinTransaction,
  { address, asset }: PayoutQuery,
  block: PayoutLookup['block'],
): PayoutLookup {
  const ours = isNative(chain, asset) ? outputs.filter((output) => output.address === address) : []
  return { says: 'found', atoms: atoms(ours.reduce((sum, output) => sum + output.atoms, 0n)), block }
}
