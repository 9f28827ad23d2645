import {
  ADDRESS_STARTS,
  hasBech32Checksum,
  isAddressForm,
  networksAll,
  type OutputNetwork,
  type OutputNetworks,
} from './address-form.ts'
import { forEachOutputWallet, isOutputWallet, type OutputWallet, type Wallet } from './chains.ts'
import { keccak256 } from './keccak256.ts'
import { railOf, type NetworkId } from './rails.ts'
import { sha256 } from './sha256.ts'

/**
 * What is wrong with an address somebody typed. `checksum`: it looks like one of its network, but a character is mistyped,
 * missing or doubled. `hidden`: it is one of an extension that plain transactions cannot pay. `form`: it does not look like one.
 */
export type AddressFault = 'form' | 'checksum' | 'hidden'

/**
 * Finds a fault in a typed address, by its form and by its checksum: bech32, base58check, or EIP-55 if its case is mixed.
 * Null if there is none.
 *
 * @param address trimmed text.
 * @param outputNetworks the shop's own; its prefixes are accepted beside mainnet's.
 */
export function addressFault(
  network: NetworkId,
  address: string,
  outputNetworks: OutputNetworks = networksAll('mainnet'),
): AddressFault | null {
  const { wallet } = railOf(network)
  if (isAddressForm(network, address, outputNetworks)) return CHECKSUMS[wallet](address) ? null : 'checksum'
  if (isHiddenAddress(wallet, address)) return 'hidden'
  return LOOKS[wallet](address, outputNetworks) ? 'checksum' : 'form'
}

const isOutputChecksum = (address: string) => hasBech32Checksum(address) || hasBase58Checksum(address)

/** The checksums that {@link isAddressForm} does not check already. */
const CHECKSUMS: Readonly<Record<Wallet, (address: string) => boolean>> = {
  bitcoin: isOutputChecksum,
  litecoin: isOutputChecksum,
  evm: hasEip55Checksum,
  tron: hasBase58Checksum,
}

/** Whether a text with a wrong form looks like an address with a mistyped character. */
const LOOKS: Readonly<Record<Wallet, (address: string, outputNetworks: OutputNetworks) => boolean>> = {
  ...forEachOutputWallet(
    (wallet) => (address: string, networks: OutputNetworks) =>
      looksLikeOutput(wallet, address, networks[wallet]),
  ),
  evm: () => false,
  tron: (address) => /^T[a-zA-Z0-9]{33}$/.test(address),
}

function looksLikeOutput(wallet: OutputWallet, address: string, network: OutputNetwork): boolean {
  if (hasBech32Checksum(address)) return false // of another network
  const { legacy, testLegacy, segwit } = ADDRESS_STARTS[wallet]
  const looks = (prefix: string, letters: string) =>
    new RegExp(`^${prefix}1[a-z0-9]{39,59}$|^[${letters}][a-zA-Z0-9]{25,34}$`).test(address)
  return looks(segwit.mainnet, legacy) || (network !== 'mainnet' && looks(segwit[network], testLegacy))
}

function isHiddenAddress(wallet: Wallet, address: string): boolean {
  if (!isOutputWallet(wallet)) return false
  const { hidden } = ADDRESS_STARTS[wallet]
  return hidden !== null && new RegExp(`^${hidden}`, 'i').test(address)
}

const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
// version (1) || hash (20) || checksum (4): the first bytes of the double SHA-256 of the rest
const BASE58_BYTES = 25
const BODY_BYTES = 21

function hasBase58Checksum(address: string): boolean {
  let value = 0n
  for (const letter of address) {
    const digit = BASE58_ALPHABET.indexOf(letter)
    if (digit < 0) return false
    value = value * 58n + BigInt(digit)
  }
  if (value >= 1n << BigInt(8 * BASE58_BYTES)) return false
  const bytes = Uint8Array.from({ length: BASE58_BYTES }, (_, at) =>
    Number((value >> BigInt(8 * (BASE58_BYTES - 1 - at))) & 0xffn),
  )
  // every leading 1 stands for a zero byte
  if (bytes.findIndex((byte) => byte !== 0) !== address.search(/[^1]/)) return false
  const digest = sha256(sha256(bytes.subarray(0, BODY_BYTES)))
  return bytes.subarray(BODY_BYTES).every((byte, at) => byte === digest[at])
}

/** Whether the case of the letters is right; one case alone has no checksum. Source: EIP-55. */
function hasEip55Checksum(address: string): boolean {
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return true
  const digest = keccak256(Uint8Array.from(lower, (letter) => letter.charCodeAt(0)))
  return [...digits].every((digit, at) => {
    const half = (digest[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)
    return digit === ((half & 8) === 0 ? digit.toLowerCase() : digit.toUpperCase())
  })
}
