import type { BitcoinNetwork } from './address-form.ts'
import { CHAIN_TABLE, isEvmChain, formatHash, walletKindOf, type ChainId } from './chains.ts'

/** Which network of a chain the shop reads. */
export interface ChainNetwork {
  readonly chain: ChainId
  /** Null on Bitcoin, and where the shop was not told. */
  readonly chainId: number | null
  /** Of Bitcoin; not read for other chains. */
  readonly bitcoinNetwork: BitcoinNetwork
  readonly isSimulated: boolean
}

/**
 * A page of a public explorer about a transaction or an address.
 *
 * @param subject a hash, with or without `0x`, or an address in the chain's own form.
 * @returns null where nobody outside can see the chain: regtest, a simulated chain, an unknown chain id.
 */
export function explorerUrl(
  network: ChainNetwork,
  kind: 'transaction' | 'address',
  subject: string,
): string | null {
  const { chain, chainId, bitcoinNetwork, isSimulated } = network
  const name = isEvmChain(chain) ? String(chainId) : bitcoinNetwork
  const origin = isSimulated ? undefined : CHAIN_TABLE[chain].explorers[name]
  if (origin === undefined) return null
  const spelt = kind === 'address' ? subject : formatHash(chain, subject)
  return `${origin}${walletKindOf(chain).explorer[kind]}${encodeURIComponent(spelt)}`
}
