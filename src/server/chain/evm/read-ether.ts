import { ChainError, type Block, type FoundTransfer, type Outflow } from '#server/chain/chain-reader.ts'
import { atoms } from '#shared/money.ts'
import type { EvmChain } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import {
  withoutTransactions,
  type FullBlock,
  type NodeReceipt,
  type NodeTransaction,
} from './node-objects.ts'
import type { WatchedAddresses } from './watched-addresses.ts'

/** Most full blocks of one scan: its result is kept in memory, and a block has about 300 kB. */
export const FULL_BLOCKS_PER_SCAN = 16
const AT_ONCE = 4

/** The chain's own coin in some blocks: plain transfers to watched addresses, and what watched addresses spent. */
export interface EtherActivity {
  readonly transfers: readonly FoundTransfer[]
  readonly outflows: readonly Outflow[]
}

/**
 * Reads the full blocks `from` to `end`, both included; `end` itself is not requested if it has its transactions.
 *
 * @throws {ChainError} `'lags'` if one is missing, `'inconsistent'` if one is not the child of the one before.
 */
export async function readFullBlocks(
  node: EvmNode,
  chain: EvmChain,
  from: number,
  end: Block | FullBlock,
): Promise<FullBlock[]> {
  const blocks: FullBlock[] = []
  const read = async (height: number) =>
    height === end.height && 'transactions' in end ? end : node.fullBlock(height)
  for (let start = from; start <= end.height; start += AT_ONCE) {
    const count = Math.min(AT_ONCE, end.height - start + 1)
    const heights = Array.from({ length: count }, (_, offset) => start + offset)
    for (const block of await Promise.all(heights.map(read))) {
      if (block === null) throw new ChainError(chain.id, 'lags', 'the node does not know a requested block')
      const parent = blocks.at(-1)
      if (parent !== undefined && parent.hash !== block.parentHash) {
        throw new ChainError(
          chain.id,
          'inconsistent',
          `block ${String(block.height)} is not the child of the one before`,
        )
      }
      blocks.push(block)
    }
  }
  return blocks
}

/** Finds plain transfers to watched addresses, and what watched addresses spent, in blocks already read. */
export async function readEther(
  node: EvmNode,
  chain: EvmChain,
  blocks: readonly FullBlock[],
  watched: WatchedAddresses,
): Promise<EtherActivity> {
  const transfers: FoundTransfer[] = []
  const outflows: Outflow[] = []
  for (const block of blocks) {
    const ours = await watched.among(addressesOf(block))
    if (ours.size === 0) continue
    for (const transaction of block.transactions) {
      const recipient = transaction.to === null ? undefined : ours.get(transaction.to)
      const sender = ours.get(transaction.from)
      const pays = recipient !== undefined && transaction.value > 0n
      if (!pays && sender === undefined) continue
      const receipt = await receiptIn(node, chain, transaction, block)
      if (pays && receipt.isSuccess) transfers.push(plainTransfer(chain, recipient, transaction, block))
      if (sender !== undefined) outflows.push(outflow(sender, transaction, receipt, block))
    }
  }
  return { transfers, outflows }
}

function addressesOf(block: FullBlock): Set<string> {
  const addresses = new Set<string>()
  for (const { from, to } of block.transactions) {
    addresses.add(from)
    if (to !== null) addresses.add(to)
  }
  return addresses
}

/** A failed transaction is listed in its block with its value; only the receipt shows that it failed. */
async function receiptIn(
  node: EvmNode,
  chain: EvmChain,
  transaction: NodeTransaction,
  block: Block,
): Promise<NodeReceipt> {
  const receipt = await node.receipt(transaction.hash)
  if (receipt?.blockHash !== block.hash) {
    throw new ChainError(
      chain.id,
      'inconsistent',
      `block ${String(block.height)} contradicts a receipt of its transactions`,
    )
  }
  return receipt
}

function plainTransfer(
  chain: EvmChain,
  address: string,
  transaction: NodeTransaction,
  block: FullBlock,
): FoundTransfer {
  if (chain.coin === null) throw new RangeError(`${chain.id}: expected a coin to look for`)
  return {
    asset: chain.coin,
    address,
    atoms: atoms(transaction.value),
    evidence: 'output',
    txHash: transaction.hash,
    index: -1,
    block: withoutTransactions(block),
    inputs: [],
  }
}

function outflow(
  address: string,
  transaction: NodeTransaction,
  receipt: NodeReceipt,
  block: FullBlock,
): Outflow {
  const spent = receipt.fee + (receipt.isSuccess ? transaction.value : 0n)
  return { address, atoms: atoms(spent), txHash: transaction.hash, block: withoutTransactions(block) }
}
