import { usdCents, type UsdCents } from './money.ts'
import { CHAIN_TABLE } from './chains.ts'
import { depthFor, railOf, type NetworkId } from './rails.ts'

// The rails' usual fees. Sizes are the protocols': a P2WPKH transfer with one input weighs 141 vB (BIP-141); ether takes
// 21,000 gas, a USDT or USDC transfer about 65,000; a USDT transfer on Tron 64,285 energy, or 130,285 to an address that never
// had USDT. The price of a unit is an estimate for 2026, to be corrected in `rails.ts` when it is far off: 2 to 15 sat/vB
// (mempool.space shows it), 0.3 to 5 gwei on Ethereum (etherscan.io/gastracker), below 0.1 gwei on BSC and Base, 100 gwei of
// POL on Polygon, 100 sun on Tron.

/** What a buyer may expect of a way to pay. */
export interface UsualCosts {
  /** The network's fee for one transfer, in US cents. */
  readonly feeLow: UsdCents
  readonly feeHigh: UsdCents
  /** From sending to the confirmations an order of this price needs, in whole minutes, rounded up; 1 is "within a minute". */
  readonly minutes: number
}

/**
 * The usual fee and time of a rail.
 *
 * @param worth of the order: a higher one needs more confirmations.
 * @param confirmations what KEYHOLD_CONFIRMATIONS says of the rail; null if the table's rule applies.
 */
export function usualCosts(network: NetworkId, worth: UsdCents, confirmations: number | null): UsualCosts {
  const rail = railOf(network)
  const depth = depthFor(rail, worth, confirmations ?? undefined)
  const seconds =
    depth === 'finalized'
      ? CHAIN_TABLE[rail.chain].finality.usualS
      : depth * CHAIN_TABLE[rail.chain].blockTimeS
  const [low, high] = rail.usualFeeCents
  return { feeLow: usdCents(low), feeHigh: usdCents(high), minutes: Math.ceil(seconds / 60) }
}
