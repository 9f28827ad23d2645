import { isAddressForm, type OutputNetwork, type OutputNetworks } from '#shared/address-form.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import type { OutputWallet, Wallet } from '#shared/chains.ts'
import { isBitcoinAddress } from './bitcoin-address.ts'
import { hasEip55Checksum } from './eip55.ts'
import { hasTronChecksum } from './tron-address.ts'

/**
 * Whether an address has the form of its network and a valid checksum: base58check with version byte, bech32 with witness
 * length, EIP-55 if the case is mixed, Tron's base58check.
 *
 * @param address trimmed text.
 * @param outputNetworks the shop's own; its prefixes are accepted as well as mainnet's.
 */
export function hasValidChecksum(
  network: NetworkId,
  address: string,
  outputNetworks: OutputNetworks,
): boolean {
  if (!isAddressForm(network, address, outputNetworks)) return false
  return CHECKSUMS[railOf(network).wallet](address, outputNetworks)
}

const CHECKSUMS: Readonly<Record<Wallet, (address: string, outputNetworks: OutputNetworks) => boolean>> = {
  bitcoin: (address, { bitcoin }) => isOutputAddress('bitcoin', address, bitcoin),
  litecoin: (address, { litecoin }) => isOutputAddress('litecoin', address, litecoin),
  evm: hasEip55Checksum,
  tron: hasTronChecksum,
}

function isOutputAddress(wallet: OutputWallet, address: string, network: OutputNetwork): boolean {
  return (
    isBitcoinAddress(address, { wallet, network: 'mainnet' }) ||
    isBitcoinAddress(address, { wallet, network })
  )
}
