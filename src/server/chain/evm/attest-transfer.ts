import { CANNOT_ATTEST, type AttestationAnswer } from '#server/chain/attest-each.ts'
import type { Attestation, Block, FoundTransfer } from '#server/chain/chain-reader.ts'
import { isNative } from '#shared/assets.ts'
import type { EvmChain, WatchedToken } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import type { NodeLog, NodeReceipt } from './node-objects.ts'
import { readTokenBalance } from './prove-node.ts'
import { readEvmBalances } from './read-balances.ts'
import { addressWord, TRANSFER_TOPIC } from './wire-format.ts'

/**
 * Asks one node about a transfer. The node agrees if its receipt shows the same transaction in the same block, successful and
 * paying the same amount: one call for a token, two for the chain's coin. The result is `'unknown'` if the node does not have
 * the block yet, or the token's contract is not set.
 */
export async function attestTransfer(
  node: EvmNode,
  chain: EvmChain,
  tokens: readonly WatchedToken[],
  transfer: FoundTransfer,
): Promise<AttestationAnswer> {
  const { block } = transfer
  const token = tokens.find((one) => one.asset === transfer.asset) ?? null
  if (block === null || (token === null && !isNative(chain.id, transfer.asset))) return CANNOT_ATTEST
  if (transfer.evidence === 'balance') return attestBalance(node, chain, token, transfer, block)
  const receipt = (await receiptIn(node, transfer, block)) ?? (await contradictionOf(node, transfer, block))
  if ('says' in receipt) return receipt
  const isSame = await isSeenBy(node, chain, token, transfer, receipt)
  return { says: isSame ? 'agrees' : 'disagrees', blockHash: block.hash }
}

/** Null if the node has no receipt of the transaction, or one of another block. */
async function receiptIn(
  node: EvmNode,
  { txHash }: FoundTransfer,
  block: Block,
): Promise<NodeReceipt | null> {
  const receipt = await node.receipt(txHash)
  return receipt?.blockHash === block.hash && receipt.height === block.height ? receipt : null
}

/**
 * A node without the receipt contradicts if it has the block, or another one at that height. The receipt is read once more:
 * behind a load balancer, the machine that was asked first may not have had the block.
 */
async function contradictionOf(
  node: EvmNode,
  transfer: FoundTransfer,
  block: Block,
): Promise<NodeReceipt | AttestationAnswer> {
  const blockHash = (await node.block(block.height))?.hash ?? null
  if (blockHash === null) return CANNOT_ATTEST
  if (blockHash !== block.hash) return { says: 'disagrees', blockHash }
  return (await receiptIn(node, transfer, block)) ?? { says: 'disagrees', blockHash }
}

async function isSeenBy(
  node: EvmNode,
  chain: EvmChain,
  token: WatchedToken | null,
  transfer: FoundTransfer,
  receipt: NodeReceipt,
): Promise<boolean> {
  if (!receipt.isSuccess) return false
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

async function attestBalance(
  node: EvmNode,
  chain: EvmChain,
  token: WatchedToken | null,
  transfer: FoundTransfer,
  block: Block,
): Promise<AttestationAnswer> {
  const known = await node.block(block.height)
  if (known === null) return CANNOT_ATTEST
  const blockHash = known.hash
  if (blockHash !== block.hash) return { says: 'disagrees', blockHash }
  const address = chain.codec.toHex(transfer.address)
  if (token !== null) {
    // java-tron answers for its newest block only, which is not older than the one just read
    const held = await readTokenBalance(node, chain.id, token, address)
    return { says: held >= transfer.atoms ? 'agrees' : 'disagrees', blockHash }
  }
  return { says: await coinBalanceSays(node, chain, transfer, block), blockHash }
}

/** An address that never spent still holds at least the transferred amount; for one that did, the balance proves nothing. */
async function coinBalanceSays(
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
