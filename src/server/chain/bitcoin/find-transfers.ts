import type { Atoms } from '#shared/money.ts'
import type { Block, FoundTransfer, Watch } from '#server/chain/chain-reader.ts'

/** A transaction as both readers see it, whatever their node calls its parts. */
export interface BitcoinTransaction {
  readonly txid: string
  /** Outpoints spent, `txid:n`; a coinbase has none. */
  readonly inputs: readonly string[]
  readonly outputs: readonly BitcoinOutput[]
}

interface BitcoinOutput {
  readonly index: number
  /** Null where the script has no address form. */
  readonly address: string | null
  readonly atoms: Atoms
}

/**
 * The outputs that pay an address of ours, each one a transfer of its own, in the transactions' order.
 *
 * @param block the one they stand in; null for the mempool.
 */
export async function findTransfers(
  transactions: readonly BitcoinTransaction[],
  block: Block | null,
  watch: Pick<Watch, 'among'>,
): Promise<readonly FoundTransfer[]> {
  const addresses = new Set<string>()
  for (const { outputs } of transactions) {
    for (const output of outputs) if (output.address !== null) addresses.add(output.address)
  }
  if (addresses.size === 0) return []
  const ours = await watch.among([...addresses])
  if (ours.size === 0) return []
  return transactions.flatMap((transaction) => transfersOf(transaction, block, ours))
}

function transfersOf(
  { txid, inputs, outputs }: BitcoinTransaction,
  block: Block | null,
  ours: ReadonlySet<string>,
): readonly FoundTransfer[] {
  return outputs.flatMap(({ index, address, atoms }) => {
    if (address === null || atoms === 0n || !ours.has(address)) return []
    return [{ asset: 'BTC', address, atoms, evidence: 'output', txHash: txid, index, block, inputs }]
  })
}
