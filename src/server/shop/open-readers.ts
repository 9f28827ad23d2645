import { createBitcoinEsploraReader } from '#server/chain/bitcoin/esplora-reader.ts'
import { createBitcoinRpcReader } from '#server/chain/bitcoin/rpc-reader.ts'
import { createCallTally, type CallTally } from '#server/chain/call-tally.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createEvmReader } from '#server/chain/evm/create-evm-reader.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Log } from '#server/runtime/log.ts'
import { CHAINS, type ChainId, isOutputChain, outputWalletOf } from '#shared/chains.ts'

/** Opens the readers of chains with configured nodes. Simulated and unconfigured chains have no entry. */
export function openReaders(
  settings: Settings,
  {
    clock,
    log,
    tallies = new Map(),
  }: { readonly clock: Clock; readonly log: Log; readonly tallies?: ReadonlyMap<ChainId, CallTally> },
): ReadonlyMap<ChainId, ChainReader> {
  const readers = CHAINS.flatMap((chain) => {
    const fetch = tallies.get(chain)?.fetch
    const reader = openReader(chain, settings, { clock, log, ...(fetch && { fetch }) })
    return reader === null ? [] : [[chain, reader] as const]
  })
  return new Map(readers)
}

/** Creates the call counters of chains with configured nodes. */
export function openTallies(
  { chains }: Settings,
  clock: Clock,
  ask: typeof globalThis.fetch,
): ReadonlyMap<ChainId, CallTally> {
  return new Map(
    CHAINS.flatMap((chain) => {
      const { rpcUrls, esploraUrls } = chains[chain]
      const urls = rpcUrls.length > 0 ? rpcUrls : esploraUrls
      return urls.length === 0 ? [] : [[chain, createCallTally(urls, clock, ask)] as const]
    }),
  )
}

function openReader(
  chain: ChainId,
  { chains, outputNetworks, headMaxAgeS }: Settings,
  base: { readonly clock: Clock; readonly log: Log; readonly fetch?: typeof globalThis.fetch },
): ChainReader | null {
  const { rpcUrls, esploraUrls, chainId, tokens, apiKey } = chains[chain]
  if (!isOutputChain(chain)) {
    if (rpcUrls.length === 0) return null
    return createEvmReader({
      ...base,
      chain,
      urls: rpcUrls,
      apiKey,
      chainId,
      tokens,
      headMaxAgeS,
    })
  }
  const options = {
    ...base,
    chain,
    network: outputNetworks[outputWalletOf(chain)],
    ...(headMaxAgeS === null ? {} : { headMaxAgeS }),
  }
  if (rpcUrls.length > 0) return createBitcoinRpcReader({ ...options, urls: rpcUrls })
  return esploraUrls.length > 0 ? createBitcoinEsploraReader({ ...options, urls: esploraUrls }) : null
}
