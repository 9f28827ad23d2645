import type { Wallet } from './chains.ts'
import { railOf, type NetworkId } from './rails.ts'

/** The Bitcoin network of the shop. It determines which address prefixes are accepted beside mainnet's. */
export const BITCOIN_NETWORKS = ['mainnet', 'testnet', 'signet', 'regtest'] as const
export type BitcoinNetwork = (typeof BITCOIN_NETWORKS)[number]

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const BITCOIN_LEGACY = new RegExp(`^[13]${BASE58}{25,34}$`)
const BITCOIN_BECH32 = /^bc1[a-z0-9]{39,59}$/
const BITCOIN_TEST_LEGACY = new RegExp(`^[2mn]${BASE58}{25,34}$`)
const EVM = /^0x[0-9a-fA-F]{40}$/
const TRON = new RegExp(`^T${BASE58}{33}$`)

const TEST_PREFIXES: Readonly<Record<BitcoinNetwork, string | null>> = {
  mainnet: null,
  testnet: 'tb1',
  signet: 'tb1',
  regtest: 'bcrt1',
}

/**
 * Whether a refund or payment address has the format of its rail. Only bech32 checksums are checked here, which need no
 * hash function; the server checks base58check and EIP-55 as well.
 *
 * @param address trimmed text.
 * @param bitcoinNetwork the shop's own; its prefixes are accepted beside mainnet's.
 * Source: BIP-173 and BIP-350 for the checksum.
 */
export function isAddressForm(
  network: NetworkId,
  address: string,
  bitcoinNetwork: BitcoinNetwork = 'mainnet',
): boolean {
  return FORMS[railOf(network).wallet](address, bitcoinNetwork)
}

const FORMS: Readonly<Record<Wallet, (address: string, bitcoinNetwork: BitcoinNetwork) => boolean>> = {
  bitcoin: isBitcoinForm,
  evm: (address) => EVM.test(address),
  tron: (address) => TRON.test(address),
}

function isBitcoinForm(address: string, network: BitcoinNetwork): boolean {
  if (BITCOIN_LEGACY.test(address)) return true
  if (BITCOIN_BECH32.test(address)) return isSegwitForm(address, 'bc1')
  const prefix = TEST_PREFIXES[network]
  if (prefix === null) return false
  if (BITCOIN_TEST_LEGACY.test(address)) return true
  return /^[a-z0-9]{8,90}$/.test(address) && isSegwitForm(address, prefix)
}

/** The last `1` separates prefix and data: `bc1x1…` has the prefix `bc1x`. */
function isSegwitForm(address: string, prefix: string): boolean {
  return (
    address.startsWith(prefix) && address.lastIndexOf('1') === prefix.length - 1 && hasBech32Checksum(address)
  )
}

const BECH32_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const BECH32_CONSTANT = 1
const BECH32M_CONSTANT = 0x2bc830a3

/**
 * Whether a lower-case segwit address has a valid checksum: bech32 for witness version 0, bech32m for later versions.
 * Source: BIP-173 "Bech32", BIP-350.
 */
export function hasBech32Checksum(address: string): boolean {
  const separator = address.lastIndexOf('1')
  if (separator < 1 || address.length - separator < 8 || address.length > 90) return false
  const words: number[] = []
  for (const letter of address.slice(separator + 1)) {
    const value = BECH32_ALPHABET.indexOf(letter)
    if (value < 0) return false
    words.push(value)
  }
  const constant = words[0] === 0 ? BECH32_CONSTANT : BECH32M_CONSTANT
  return polymod([...expandPrefix(address.slice(0, separator)), ...words]) === constant
}

function expandPrefix(prefix: string): number[] {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

function polymod(values: readonly number[]): number {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  let checksum = 1
  for (const value of values) {
    const top = checksum >>> 25
    checksum = ((checksum & 0x1ffffff) << 5) ^ value
    for (const [bit, term] of generator.entries()) if ((top >>> bit) & 1) checksum ^= term
  }
  return checksum >>> 0
}
