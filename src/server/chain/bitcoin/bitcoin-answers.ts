import type { ChainReader } from '#server/chain/chain-reader.ts'
import { finalityByDepth } from '#server/chain/finality.ts'
import type { BitcoinNetwork } from '#shared/address-form.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'

/** What every reader of Bitcoin answers: it has no tokens and no balances, and nothing to close. */
export const BITCOIN_ANSWERS = {
  chain: 'bitcoin',
  assets: ['BTC'],
  isSimulated: false,
  finality: (head) => Promise.resolve(finalityByDepth('bitcoin', head)),
  scanTokens: () => null,
  hiddenInflows: () => Promise.resolve([]),
  tokenBalances: () => Promise.resolve(null),
  isFrozen: () => Promise.resolve(null),
  limits: () => Promise.resolve([]),
  close: () => Promise.resolve(),
} satisfies Partial<ChainReader>

/** @returns the most seconds without a block; null: any number. Default 3 h on mainnet, null elsewhere. */
export function headLimitOf(network: BitcoinNetwork, headMaxAgeS: number | null | undefined): number | null {
  if (headMaxAgeS !== undefined) return headMaxAgeS
  return network === 'mainnet' ? CHAIN_TABLE.bitcoin.headMaxAgeS : null
}
