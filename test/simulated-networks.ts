import { CHAINS, type ChainId } from '#shared/chains.ts'

/** The networks of a shop whose chains are all simulated. */
export const SIMULATED_NETWORKS = Object.fromEntries(
  CHAINS.map((chain) => [chain, { chainId: null, isSimulated: true }]),
) as Record<ChainId, { chainId: null; isSimulated: true }>
