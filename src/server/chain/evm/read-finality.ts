import { ChainError, type Block, type Finality } from '#server/chain/chain-reader.ts'
import { finalityByDepth } from '#server/chain/finality.ts'
import { NodeFault } from '#server/chain/node-http.ts'
import type { EvmChainId } from '#shared/chains.ts'
import type { EvmNode } from './evm-node.ts'

/**
 * Reads the block tagged `finalized` from one node. A node that never supported the tag is read by depth. A node that did,
 * and now answers with an error or without a block, has failed: after a restart, or while finality stalls, a chain is not
 * final at its fallback depth.
 *
 * @param wasReported whether any node of the chain has ever answered for the tag.
 * @throws {ChainError} `'lags'` if a node that must support the tag does not answer for it.
 */
export async function readFinality(
  node: EvmNode,
  chain: EvmChainId,
  head: Block,
  wasReported: boolean,
): Promise<Finality> {
  const finalized = await finalizedBlock(node)
  if (finalized !== null) {
    node.learnt.knowsFinality = true
    return { height: Math.min(finalized.height, head.height), isReported: true }
  }
  if (!wasReported && !node.learnt.knowsFinality) return finalityByDepth(chain, head)
  throw new ChainError(
    chain,
    'lags',
    'the node does not report the finalized block, which this chain has reported before',
  )
}

/** Null if the node reports none, or rejects the tag. */
export async function finalizedBlock(node: EvmNode): Promise<Block | null> {
  try {
    return await node.block('finalized')
  } catch (error) {
    if (error instanceof NodeFault && (error.kind === 'refused' || error.kind === 'behind')) return null
    throw error
  }
}
