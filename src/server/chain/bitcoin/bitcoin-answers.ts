import type { ChainReader } from '#server/chain/chain-reader.ts'
import { finalityByDepth } from '#server/chain/finality.ts'
import type { OutputNetwork } from '#shared/address-form.ts'
import { CHAIN_TABLE, type OutputChainId } from '#shared/chains.ts'

/** What every reader of a chain with outputs answers: it has no tokens and no balances, and nothing to close. */
export function outputAnswers(chain: OutputChainId) {
  return {
    chain,
    assets: [CHAIN_TABLE[chain].asset],
    isSimulated: false,
    finality: (head) => Promise.resolve(finalityByDepth(chain, head)),
    scanTokens: () => null,
    hiddenInflows: () => Promise.resolve([]),
    tokenBalances: () => Promise.resolve(null),
    isFrozen: () => Promise.resolve(null),
    limits: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  } satisfies Partial<ChainReader>
}

/** @returns the most seconds without a block; null: any number. Default: the chain's limit on mainnet, null elsewhere. */
export function headLimitOf(
  chain: OutputChainId,
  network: OutputNetwork,
  headMaxAgeS: number | null | undefined,
): number | null {
  if (headMaxAgeS !== undefined) return headMaxAgeS
  return network === 'mainnet' ? CHAIN_TABLE[chain].headMaxAgeS : null
}
