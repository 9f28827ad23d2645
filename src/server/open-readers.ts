import { createBitcoinEsploraReader } from './chain/bitcoin/esplora-reader.ts'
import { createBitcoinRpcReader } from './chain/bitcoin/rpc-reader.ts'
import type { ChainReader } from './chain/chain-reader.ts'
import { createEvmReader } from './chain/evm/create-evm-reader.ts'
import type { Clock } from './clock.ts'
import type { Settings } from './config/settings.ts'
import type { Log } from './log.ts'
import { CHAINS, type ChainId } from '#shared/rails.ts'

/** The readers of the chains whose nodes are set; a chain without one, simulated or not configured, is missing. */
export function openReaders(
  settings: Settings,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): ReadonlyMap<ChainId, ChainReader> {
  const readers = CHAINS.flatMap((chain) => {
    const reader = openReader(chain, settings, { clock, log })
    return reader === null ? [] : [[chain, reader] as const]
  })
  return new Map(readers)
}

function openReader(
  chain: ChainId,
  { chains, bitcoinNetwork, headMaxAgeS }: Settings,
  base: { readonly clock: Clock; readonly log: Log },
): ChainReader | null {
  const { rpcUrls, esploraUrls, chainId, usdtContract, apiKey } = chains[chain]
  if (chain !== 'bitcoin') {
    if (rpcUrls.length === 0) return null
    return createEvmReader({
      ...base,
      chain,
      urls: rpcUrls,
      apiKey,
      chainId,
      tokenContract: usdtContract,
      headMaxAgeS,
    })
  }
  const options = { ...base, network: bitcoinNetwork, ...(headMaxAgeS === null ? {} : { headMaxAgeS }) }
  if (rpcUrls.length > 0) return createBitcoinRpcReader({ ...options, urls: rpcUrls })
  return esploraUrls.length > 0 ? createBitcoinEsploraReader({ ...options, urls: esploraUrls }) : null
}
