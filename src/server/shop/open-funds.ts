import { createAccountFunds } from '#server/chain/funds/account-funds.ts'
import { createBitcoindFunds, createEsploraFunds } from '#server/chain/funds/bitcoin-funds.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { FundReader } from '#server/chain/funds/fund-reader.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import { CHAINS, isOutputChain, outputWalletOf, WALLETS, type ChainId } from '#shared/chains.ts'

/** Opens readers of what addresses hold now, for chains with configured nodes. Simulated and unconfigured chains have no entry. */
export function openFunds(
  settings: Settings,
  deps: { readonly clock: Clock; readonly log: Log },
): ReadonlyMap<ChainId, FundReader> {
  const readers = CHAINS.flatMap((chain) => {
    const reader = openFundReader(chain, settings, deps)
    return reader === null ? [] : [[chain, reader] as const]
  })
  return new Map(readers)
}

function openFundReader(
  chain: ChainId,
  { chains, outputNetworks, headMaxAgeS }: Settings,
  deps: { readonly clock: Clock; readonly log: Log },
): FundReader | null {
  const { rpcUrls, esploraUrls, chainId, tokens, apiKey } = chains[chain]
  if (isOutputChain(chain)) {
    const options = { ...deps, chain, network: outputNetworks[outputWalletOf(chain)] }
    if (rpcUrls.length > 0) return createBitcoindFunds({ ...options, urls: rpcUrls })
    return esploraUrls.length > 0 ? createEsploraFunds({ ...options, urls: esploraUrls }) : null
  }
  return rpcUrls.length > 0
    ? createAccountFunds({ ...deps, chain, urls: rpcUrls, apiKey, chainId, tokens, headMaxAgeS })
    : null
}

/** The extended public keys that are set. */
export function xpubsOf({ wallets }: Pick<Settings, 'wallets'>): readonly Xpub[] {
  return WALLETS.flatMap((wallet) => wallets[wallet] ?? [])
}
