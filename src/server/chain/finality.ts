import { CHAIN_TABLE, type ChainId } from '#shared/chains.ts'
import type { Block, Finality } from './chain-reader.ts'

/** The finality of a chain without a report of its nodes: the chain's fallback depth below the head. */
export function finalityByDepth(chain: ChainId, head: Pick<Block, 'height'>): Finality {
  return {
    height: Math.max(0, head.height - CHAIN_TABLE[chain].finality.fallbackDepth),
    isReported: false,
  }
}
