import { concatBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m } from '@scure/base'
import { ADDRESS_STARTS, type OutputNetwork } from '#shared/address-form.ts'
import type { OutputWallet } from '#shared/chains.ts'
import { decodeBase58check, encodeBase58check } from './base58check.ts'

/** The network whose addresses are meant: a wallet's, and which. */
export interface AddressNetwork {
  readonly wallet: OutputWallet
  readonly network: OutputNetwork
}

/** Version bytes of base58check addresses. */
interface Versions {
  readonly p2pkh: number
  readonly p2sh: number
}

/** Source: chainparams.cpp of Bitcoin Core and of Litecoin Core, whose older version of P2SH is Bitcoin's and left out. */
const VERSIONS: Readonly<Record<OutputWallet, { readonly mainnet: Versions; readonly test: Versions }>> = {
  bitcoin: { mainnet: { p2pkh: 0x00, p2sh: 0x05 }, test: { p2pkh: 0x6f, p2sh: 0xc4 } },
  litecoin: { mainnet: { p2pkh: 0x30, p2sh: 0x32 }, test: { p2pkh: 0x6f, p2sh: 0x3a } },
}

function prefixesOf({ wallet, network }: AddressNetwork): Versions & { readonly segwit: string } {
  const versions = VERSIONS[wallet][network === 'mainnet' ? 'mainnet' : 'test']
  return { ...versions, segwit: ADDRESS_STARTS[wallet].segwit[network] }
}

/** Pay-to-witness-public-key-hash: `bc1q…`, `tb1q…`, `ltc1q…`. @param keyHash hash160 of the public key (20 bytes). */
export function p2wpkhAddress(keyHash: Uint8Array, network: AddressNetwork): string {
  return bech32.encode(prefixesOf(network).segwit, [0, ...bech32.toWords(keyHash)])
}

/** Pay-to-script-hash: `3…`, `2…`, `M…`. @param scriptHash hash160 of the redeem script (20 bytes). */
export function p2shAddress(scriptHash: Uint8Array, network: AddressNetwork): string {
  return encodeBase58check(concatBytes(Uint8Array.of(prefixesOf(network).p2sh), scriptHash))
}

/**
 * Whether an address is valid on a network: prefix, checksum and the length of its kind.
 * Segwit addresses may be in lower or upper case, not in both.
 */
export function isBitcoinAddress(address: string, network: AddressNetwork): boolean {
  const prefixes = prefixesOf(network)
  if (isSegwitAddress(address, prefixes.segwit)) return true
  // version (1) || hash160 (20)
  const payload = decodeBase58check(address)
  if (payload?.length !== 21) return false
  return payload[0] === prefixes.p2pkh || payload[0] === prefixes.p2sh
}

/**
 * Whether a text is a segwit address with the given human-readable part: bech32 for witness version 0 with 20 or 32
 * bytes, bech32m for versions 1 to 16 with 2 to 40 bytes. Source: BIP-141, BIP-173, BIP-350.
 */
export function isSegwitAddress(address: string, prefix: string): boolean {
  const legacy = bech32.decodeUnsafe(address)
  const decoded = legacy ?? bech32m.decodeUnsafe(address)
  if (decoded?.prefix !== prefix) return false
  const [version, ...words] = decoded.words
  const program = bech32.fromWordsUnsafe(words)
  if (version === undefined || !program) return false
  if (version === 0) return legacy !== undefined && (program.length === 20 || program.length === 32)
  return legacy === undefined && version <= 16 && program.length >= 2 && program.length <= 40
}

/**
 * The script that pays to an address.
 *
 * @throws {RangeError} if the address is not valid on the network.
 * Source: BIP-141, BIP-16.
 */
export function scriptOfAddress(address: string, network: AddressNetwork): Uint8Array {
  const prefixes = prefixesOf(network)
  if (isSegwitAddress(address, prefixes.segwit)) {
    const [version = 0, ...words] = (
      bech32.decodeUnsafe(address) ?? bech32m.decode(address as `${string}1${string}`)
    ).words
    const program = bech32.fromWords(words)
    // version: OP_0 or OP_1 (0x51) to OP_16 (1) || push of the program (1) || program
    return concatBytes(Uint8Array.of(version === 0 ? 0 : 0x50 + version, program.length), program)
  }
  const payload = decodeBase58check(address)
  const hash = payload?.length === 21 ? payload.subarray(1) : null
  // OP_DUP OP_HASH160 push of 20 || hash || OP_EQUALVERIFY OP_CHECKSIG
  if (hash !== null && payload?.[0] === prefixes.p2pkh)
    return concatBytes(Uint8Array.of(0x76, 0xa9, 20), hash, Uint8Array.of(0x88, 0xac))
  // OP_HASH160 push of 20 || hash || OP_EQUAL
  if (hash !== null && payload?.[0] === prefixes.p2sh)
    return concatBytes(Uint8Array.of(0xa9, 20), hash, Uint8Array.of(0x87))
  throw new RangeError(`expected an address of ${network.wallet} ${network.network}`)
}
