import type { OutputNetworks } from './address-form.ts'
import {
  CHAIN_TABLE,
  isOutputChain,
  formatHash,
  outputWalletOf,
  walletKindOf,
  type ChainId,
} from './chains.ts'

/** The network of a chain that the shop reads. */
export interface ChainNetwork {
  readonly chain: ChainId
  /** Null where networks have names, and if it is not set. */
  readonly chainId: number | null
  /** Ignored for chains with a chain id. */
  readonly outputNetworks: OutputNetworks
  readonly isSimulated: boolean
}

/**
 * The URL of a transaction or an address in a public explorer.
 *
 * @param subject a hash, with or without `0x`, or an address in the chain's own format.
 * @returns null if the chain is not public: regtest, a simulated chain, an unknown chain id.
 */
export function explorerUrl(
  network: ChainNetwork,
  kind: 'transaction' | 'address',
  subject: string,
): string | null {
  const { chain, chainId, outputNetworks, isSimulated } = network
  const name = isOutputChain(chain) ? outputNetworks[outputWalletOf(chain)] : String(chainId)
  const origin = isSimulated ? undefined : CHAIN_TABLE[chain].explorers[name]
  if (origin === undefined) return null
  const formatted = kind === 'address' ? subject : formatHash(chain, subject)
  return `${origin}${walletKindOf(chain).explorer[kind]}${encodeURIComponent(formatted)}`
}
