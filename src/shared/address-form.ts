import { forEachOutputWallet, type OutputWallet, type Wallet } from './chains.ts'
import { railOf, type NetworkId } from './rails.ts'

/** The networks of a chain whose transactions spend outputs. The shop's determines which address prefixes are accepted beside mainnet's. */
export const OUTPUT_NETWORKS = ['mainnet', 'testnet', 'signet', 'regtest'] as const
export type OutputNetwork = (typeof OUTPUT_NETWORKS)[number]
/** The shop's network of each chain whose transactions spend outputs, by wallet. */
export type OutputNetworks = Readonly<Record<OutputWallet, OutputNetwork>>

/** The same network for every wallet. */
export function networksAll(network: OutputNetwork): OutputNetworks {
  return forEachOutputWallet(() => network)
}

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'

/** How addresses of a wallet begin. */
interface AddressStarts {
  /** Letters of base58 addresses on mainnet, and on the other networks. */
  readonly legacy: string
  readonly testLegacy: string
  /** Human-readable parts of segwit addresses. Source: BIP-173. */
  readonly segwit: Readonly<Record<OutputNetwork, string>>
  readonly hasSignet: boolean
  /** A pattern of the start of addresses that a plain transaction cannot pay; null if the chain has none. */
  readonly hidden: string | null
}

/**
 * Litecoin's older 3… addresses look like Bitcoin's and are refused; wallets show them as M…. Those of its extension blocks
 * (MWEB) are hidden. Sources: chainparams.cpp of Bitcoin Core and of Litecoin Core.
 */
export const ADDRESS_STARTS: Readonly<Record<OutputWallet, AddressStarts>> = {
  bitcoin: {
    legacy: '13',
    testLegacy: '2mn',
    segwit: { mainnet: 'bc', testnet: 'tb', signet: 'tb', regtest: 'bcrt' },
    hasSignet: true,
    hidden: null,
  },
  litecoin: {
    legacy: 'LM',
    testLegacy: 'Qmn',
    segwit: { mainnet: 'ltc', testnet: 'tltc', signet: 'tltc', regtest: 'rltc' },
    hasSignet: false,
    hidden: '(?:ltcmweb|tmweb)1',
  },
}

/** The networks that a wallet's chain has. */
export function networksOfWallet(wallet: OutputWallet): readonly OutputNetwork[] {
  return OUTPUT_NETWORKS.filter((network) => network !== 'signet' || ADDRESS_STARTS[wallet].hasSignet)
}

const EVM = /^0x[0-9a-fA-F]{40}$/
const TRON = new RegExp(`^T${BASE58}{33}$`)
/** Witness version, program and checksum of every kind that wallets use. */
const SEGWIT_LENGTH = /^.{39,59}$/
const MAINNET = networksAll('mainnet')

/**
 * Whether a refund or payment address has the format of its rail. Only bech32 checksums are checked here, which need no
 * hash function; the server checks base58check and EIP-55 as well.
 *
 * @param address trimmed text.
 * @param outputNetworks the shop's own; its prefixes are accepted beside mainnet's.
 * Source: BIP-173 and BIP-350 for the checksum.
 */
export function isAddressForm(
  network: NetworkId,
  address: string,
  outputNetworks: OutputNetworks = MAINNET,
): boolean {
  return FORMS[railOf(network).wallet](address, outputNetworks)
}

const FORMS: Readonly<Record<Wallet, (address: string, outputNetworks: OutputNetworks) => boolean>> = {
  ...forEachOutputWallet(
    (wallet) => (address: string, networks: OutputNetworks) =>
      isOutputForm(wallet, address, networks[wallet]),
  ),
  evm: (address) => EVM.test(address),
  tron: (address) => TRON.test(address),
}

function isOutputForm(wallet: OutputWallet, address: string, network: OutputNetwork): boolean {
  const { legacy, testLegacy, segwit } = ADDRESS_STARTS[wallet]
  if (isLegacyForm(address, legacy)) return true
  const mainnet = `${segwit.mainnet}1`
  if (SEGWIT_LENGTH.test(address.slice(mainnet.length)) && isSegwitForm(address, mainnet)) return true
  if (network === 'mainnet') return false
  return isLegacyForm(address, testLegacy) || isSegwitForm(address, `${segwit[network]}1`)
}

/** Whether a text looks like a base58 address that begins with one of some letters. */
function isLegacyForm(address: string, letters: string): boolean {
  return new RegExp(`^[${letters}]${BASE58}{25,34}$`).test(address)
}

/** The last `1` separates prefix and data: `bc1x1…` has the prefix `bc1x`. */
function isSegwitForm(address: string, prefix: string): boolean {
  return (
    /^[a-z0-9]{8,90}$/.test(address) &&
    address.startsWith(prefix) &&
    address.lastIndexOf('1') === prefix.length - 1 &&
    hasBech32Checksum(address)
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
