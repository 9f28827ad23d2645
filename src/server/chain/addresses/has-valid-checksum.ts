import { isAddressForm, type BitcoinNetwork } from '#shared/address-form.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import type { Wallet } from '#shared/chains.ts'
import { isBitcoinAddress } from './bitcoin-address.ts'
import { hasEip55Checksum } from './eip55.ts'
import { hasTronChecksum } from './tron-address.ts'

/**
 * Whether an address has the form of its network and a valid checksum: base58check with version byte, bech32 with witness
 * length, EIP-55 if the case is mixed, Tron's base58check.
 *
 * @param address trimmed text.
 * @param bitcoinNetwork the shop's own; its prefixes are accepted as well as mainnet's.
 */
export function hasValidChecksum(
  network: NetworkId,
  address: string,
  bitcoinNetwork: BitcoinNetwork,
): boolean {
  if (!isAddressForm(network, address, bitcoinNetwork)) return false
  return CHECKSUMS[railOf(network).wallet](address, bitcoinNetwork)
}

const CHECKSUMS: Readonly<Record<Wallet, (address: string, bitcoinNetwork: BitcoinNetwork) => boolean>> = {
  bitcoin: (address, network) => isBitcoinAddress(address, 'mainnet') || isBitcoinAddress(address, network),
  evm: hasEip55Checksum,
  tron: hasTronChecksum,
}
