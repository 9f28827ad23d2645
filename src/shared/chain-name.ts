import type { ChainId } from './chains.ts'

const NAMES: Readonly<Record<ChainId, string>> = {
  bitcoin: 'Bitcoin',
  litecoin: 'Litecoin',
  ethereum: 'Ethereum',
  bsc: 'BNB Smart Chain',
  tron: 'Tron',
  base: 'Base',
  polygon: 'Polygon',
}

/** The name of a chain, the same in every language. */
export function chainName(chain: ChainId): string {
  return NAMES[chain]
}
