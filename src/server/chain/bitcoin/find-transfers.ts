import { CHAIN_TABLE, type NativeAsset, type OutputChainId } from '#shared/chains.ts'
import type { Atoms } from '#shared/money.ts'
import type { Block, FoundTransfer, Watch } from '#server/chain/chain-reader.ts'

/** A transaction in the form that both readers use. */
export interface BitcoinTransaction {
  readonly txid: string
  /** Outpoints spent, `txid:n`; empty for a coinbase. */
  readonly inputs: readonly string[]
  readonly outputs: readonly BitcoinOutput[]
}

/** An output of a transaction. */
export interface BitcoinOutput {
  readonly index: number
  /** Null if the script has no address. */
  readonly address: string | null
  readonly atoms: Atoms
}

/**
 * Finds the outputs that pay a watched address. Each output is one transfer, in the order of the transactions.
 *
 * @param block the block that contains the transactions; null for the mempool.
 */
export async function findTransfers(
  chain: OutputChainId,
  transactions: readonly BitcoinTransaction[],
  block: Block | null,
  watch: Pick<Watch, 'among'>,
): Promise<readonly FoundTransfer[]> {
  const { asset } = CHAIN_TABLE[chain]
  const addresses: string[] = []
  for (const { outputs } of transactions) {
    for (const output of outputs) if (output.address !== null) addresses.push(output.address)
  }
  if (addresses.length === 0) return []
  const ours = await watch.among(addresses)
  if (ours.size === 0) return []
  return transactions.flatMap((transaction) => transfersOf(asset, transaction, block, ours))
}

function transfersOf(
  asset: NativeAsset,
  { txid, inputs, outputs }: BitcoinTransaction,
  block: Block | null,
  ours: ReadonlySet<string>,
): readonly FoundTransfer[] {
  return outputs.flatMap(({ index, address, atoms }) => {
    if (address === null || atoms === 0n || !ours.has(address)) return []
    return [{ asset, address, atoms, evidence: 'output', txHash: txid, index, block, inputs }]
  })
}
