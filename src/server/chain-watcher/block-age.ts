import type { Block } from '#server/chain/chain-reader.ts'
import { CHAIN_TABLE, type ChainId } from '#shared/chains.ts'

/**
 * How a transfer's block compares with the time of its order, as stored with the transfer. `older`: heights and times say
 * that it was mined before the order was made. `doubtful`: the heights say so, the block's own time does not.
 */
type BlockAge = 'newer' | 'older' | 'doubtful'

/** What an order recorded when it was made. */
export interface OrderStart {
  readonly createdAt: Date
  /** How far the transfer's chain was read then; null for orders of an earlier release, and if it was not read yet. */
  readonly height: number | null
}

/** No chain has ever replaced more blocks than this, or than its rule of finality waits for. */
const REPLACED_MAX = 24
/** Bitcoin's block times are medians of eleven blocks, and clocks differ: a block whose time is this much earlier is older. */
const CERTAIN_AFTER_MS = 24 * 3600_000

/**
 * Compares a transfer's block with what its order recorded when it was made. An extended public key that an earlier shop
 * used may have old money on an order's address, which a rescan or a claim finds; it is no payment of the order. But if a
 * node showed a longer, false chain when the order was made, true payments are below the height that was recorded: then
 * times and heights contradict each other.
 */
export function blockAgeOf(block: Block | null, chain: ChainId, { height, createdAt }: OrderStart): BlockAge {
  const replaced = Math.max(REPLACED_MAX, CHAIN_TABLE[chain].finality.fallbackDepth)
  if (block === null || height === null || block.height > height - replaced) return 'newer'
  return block.at.getTime() < createdAt.getTime() - CERTAIN_AFTER_MS ? 'older' : 'doubtful'
}
