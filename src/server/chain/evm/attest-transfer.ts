import type { Attestation, Block, FoundTransfer } from '#server/chain/chain-reader.ts'
import { isNative } from '#shared/assets.ts'
import type { EvmChain, WatchedToken } from './evm-chains.ts'
import type { EvmNode, NodeLog } from './evm-node.ts'
import { readEvmBalances } from './read-balances.ts'
import { addressWord, TRANSFER_TOPIC } from './wire-format.ts'

type Says = Omit<Attestation, 'endpoint'>
const UNKNOWN: Says = { says: 'unknown', blockHash: null }

/**
 * Asks one node about a transfer. The node agrees if the same transaction is in the same block, succeeded and pays the same
 * amount. The result is `'unknown'` if the node does not have the block yet, or the token's contract is not set.
 */
export async function attestTransfer(
  node: EvmNode,
  chain: EvmChain,
  tokens: readonly WatchedToken[],
  transfer: FoundTransfer,
): Promise<Says> {
  if (transfer.block === null) return UNKNOWN
  const block = await node.block(transfer.block.height)
  if (block === null) return UNKNOWN
  const blockHash = block.hash
  if (blockHash !== transfer.block.hash) return { says: 'disagrees', blockHash }
  if (transfer.evidence === 'balance')
    return { says: await balanceSays(node, chain, transfer, transfer.block), blockHash }
  const token = tokens.find((one) => one.asset === transfer.asset) ?? null
  if (token === null && !isNative(chain.id, transfer.asset)) return { says: 'unknown', blockHash }
  return { says: (await isSeenBy(node, chain, token, transfer)) ? 'agrees' : 'disagrees', blockHash }
}

async function isSeenBy(
  node: EvmNode,
  chain: EvmChain,
  token: WatchedToken | null,
  transfer: FoundTransfer,
): Promise<boolean> {
  const receipt = await node.receipt(transfer.txHash)
  if (!receipt?.isSuccess || receipt.blockHash !== transfer.block?.hash) return false
  const to = chain.codec.toHex(transfer.address)
  if (token !== null) return receipt.logs.some((log) => isSameLog(log, token, to, transfer))
  const transaction = await node.transaction(transfer.txHash)
  return transaction?.to === to && transaction.value === transfer.atoms
}

function isSameLog(log: NodeLog, { contract }: WatchedToken, to: string, transfer: FoundTransfer): boolean {
  return (
    log.index === transfer.index &&
    log.address === contract &&
    log.topics[0] === TRANSFER_TOPIC &&
    log.topics[2] === addressWord(to) &&
    log.data.length === 66 &&
    BigInt(log.data) === transfer.atoms
  )
}

/** An address that never spent still holds at least the transferred amount; for one that did, the balance proves nothing. */
async function balanceSays(
  node: EvmNode,
  chain: EvmChain,
  transfer: FoundTransfer,
  block: Block,
): Promise<Attestation['says']> {
  const address = chain.codec.toHex(transfer.address)
  const [balance = 0n] = await readEvmBalances(node, chain.id, [address], block)
  if (balance >= transfer.atoms) return 'agrees'
  return (await node.nonce(address, block.height)) === 0 ? 'disagrees' : 'unknown'
}
