import type { Attestation, Block, FoundTransfer } from '#server/chain/chain-reader.ts'
import type { EvmChain } from './evm-chains.ts'
import type { EvmNode, NodeLog } from './evm-node.ts'
import { readBalances } from './read-balances.ts'
import { addressWord, TRANSFER_TOPIC } from './wire-format.ts'

type Says = Omit<Attestation, 'endpoint'>
const UNKNOWN: Says = { says: 'unknown', blockHash: null }

/**
 * What one node says of a transfer that was found, perhaps by another: it agrees where the same transaction lies in the same
 * block, succeeded and pays the same. A node that has not come to the block yet knows nothing.
 */
export async function attestTransfer(
  node: EvmNode,
  chain: EvmChain,
  contract: string | null,
  transfer: FoundTransfer,
): Promise<Says> {
  if (transfer.block === null) return UNKNOWN
  const block = await node.block(transfer.block.height)
  if (block === null) return UNKNOWN
  const blockHash = block.hash
  if (blockHash !== transfer.block.hash) return { says: 'disagrees', blockHash }
  if (transfer.evidence === 'balance')
    return { says: await balanceSays(node, chain, transfer, transfer.block), blockHash }
  return { says: (await isSeenBy(node, chain, contract, transfer)) ? 'agrees' : 'disagrees', blockHash }
}

async function isSeenBy(
  node: EvmNode,
  chain: EvmChain,
  contract: string | null,
  transfer: FoundTransfer,
): Promise<boolean> {
  const receipt = await node.receipt(transfer.txHash)
  if (!receipt?.isSuccess || receipt.blockHash !== transfer.block?.hash) return false
  const to = chain.codec.toHex(transfer.address)
  if (transfer.asset === 'USDT') return receipt.logs.some((log) => isSameLog(log, contract, to, transfer))
  const transaction = await node.transaction(transfer.txHash)
  return transaction?.to === to && transaction.value === transfer.atoms
}

function isSameLog(log: NodeLog, contract: string | null, to: string, transfer: FoundTransfer): boolean {
  return (
    log.index === transfer.index &&
    log.address === contract &&
    log.topics[0] === TRANSFER_TOPIC &&
    log.topics[2] === addressWord(to) &&
    log.data.length === 66 &&
    BigInt(log.data) === transfer.atoms
  )
}

/** An address that never spent holds at least what came in unseen; of one that did, its balance alone tells nothing. */
async function balanceSays(
  node: EvmNode,
  chain: EvmChain,
  transfer: FoundTransfer,
  block: Block,
): Promise<Attestation['says']> {
  const address = chain.codec.toHex(transfer.address)
  const [balance = 0n] = await readBalances(node, chain.id, [address], block)
  if (balance >= transfer.atoms) return 'agrees'
  return (await node.nonce(address, block.height)) === 0 ? 'disagrees' : 'unknown'
}
