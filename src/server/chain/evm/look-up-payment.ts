import {
  ChainError,
  type Block,
  type FoundTransfer,
  type PaymentLookup,
  type PaymentLookupQuery,
} from '#server/chain/chain-reader.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import { bareHash } from '#server/chain/payout-answers.ts'
import { atoms } from '#shared/money.ts'
import type { EvmChain, WatchedToken } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import type { NodeLog } from './node-objects.ts'
import { addressWord, TRANSFER_TOPIC } from './wire-format.ts'

/**
 * Reads what one transaction paid to an address from its receipt, so that it is found where a filter of logs missed it. The
 * chain's coin is read on chains whose blocks are read for it; elsewhere it shows in balances only, and would count twice.
 *
 * @param tokens the genuine tokens.
 * @throws {ChainError} `'inconsistent'` if the receipt's block is not on the node's chain.
 */
export async function lookUpEvmPayment(
  node: EvmNode,
  chain: EvmChain,
  tokens: readonly WatchedToken[],
  { txHash, address }: PaymentLookupQuery,
): Promise<PaymentLookup> {
  const hash = `0x${bareHash(txHash)}`
  const receipt = await node.receipt(hash)
  if (receipt === null) return { kind: (await node.transaction(hash)) === null ? 'missing' : 'unconfirmed' }
  if (!receipt.isSuccess) return { kind: 'failed' }
  const block = await node.block(receipt.height)
  if (block?.hash !== receipt.blockHash) {
    throw new ChainError(chain.id, 'inconsistent', 'the block of a receipt is not on the chain of this node')
  }
  const to = chain.codec.toHex(address)
  const paying = receipt.logs.filter((log) => isTransferTo(log, to))
  const found = paying.flatMap((log): FoundTransfer[] => {
    const token = tokens.find(({ contract }) => contract === log.address)
    if (token === undefined || BigInt(log.data) === 0n) return []
    const value = { asset: token.asset, atoms: atoms(BigInt(log.data)), index: log.index }
    return [{ ...value, address, evidence: 'output', txHash: hash, block, inputs: [] }]
  })
  const coin = await coinTransfer(node, chain, { hash, to, address, block })
  const isOnlyOther = found.length === 0 && coin.length === 0 && paying.length > 0
  return { kind: 'found', transfers: [...coin, ...found], isUnknownToken: isOnlyOther }
}

function isTransferTo(log: NodeLog, to: string): boolean {
  return log.topics[0] === TRANSFER_TOPIC && log.topics[2] === addressWord(to) && log.data.length === 66
}

async function coinTransfer(
  node: EvmNode,
  chain: EvmChain,
  {
    hash,
    to,
    address,
    block,
  }: { readonly hash: string; readonly to: string; readonly address: string; readonly block: Block },
): Promise<readonly FoundTransfer[]> {
  if (chain.coin === null || !chain.readsFullBlocks) return []
  const transaction = await node.transaction(hash)
  if (transaction === null)
    throw new NodeFault('malformed', 'expected the transaction of a receipt, got none')
  if (transaction.to !== to || transaction.value === 0n) return []
  const value = { asset: chain.coin, atoms: atoms(transaction.value), index: -1 }
  return [{ ...value, address, evidence: 'output', txHash: hash, block, inputs: [] }]
}
