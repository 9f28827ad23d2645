import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { isOutputWallet } from '#shared/chains.ts'
import { p2shAddress, p2wpkhAddress, type AddressNetwork } from './bitcoin-address.ts'
import { toChecksumAddress } from './eip55.ts'
import type { Xpub } from './parse-xpub.ts'
import { tronAddress } from './tron-address.ts'

/**
 * Derives the receiving address account/0/index, in the chain's own format (EIP-55 on EVM, base58check on Tron).
 *
 * @param index 0 to 2^31 − 1; public derivation has no hardened children.
 * @throws {RangeError} outside that range.
 * Source: BIP-84, BIP-49, BIP-44.
 */
export function deriveAddress(xpub: Xpub, index: number): string {
  const key = xpub.receiving.publicKeyAt(index)
  switch (xpub.script) {
    case 'p2wpkh':
    case 'p2sh-p2wpkh':
      return outputAddress(xpub, compressed(key))
    case 'evm':
      return toChecksumAddress(evmAddress(key))
    case 'tron':
      return tronAddress(evmAddress(key))
  }
}

/** The compressed public key of the receiving address account/0/index, 33 bytes. */
export function derivePublicKey(xpub: Xpub, index: number): Uint8Array {
  return compressed(xpub.receiving.publicKeyAt(index))
}

/** The first address for change, account/1/0, and its compressed public key. @throws {RangeError} unless the chain has outputs. */
export function deriveChange(xpub: Xpub): { readonly address: string; readonly publicKey: Uint8Array } {
  const { publicKey } = xpub.account.deriveChild(1).deriveChild(0)
  if (publicKey === null) throw new RangeError('expected an extended public key')
  return { address: outputAddress(xpub, publicKey), publicKey }
}

function outputAddress(xpub: Xpub, publicKey: Uint8Array): string {
  const network = addressNetworkOf(xpub)
  return xpub.script === 'p2sh-p2wpkh'
    ? p2shAddress(hash160(redeemScriptOf(publicKey)), network)
    : p2wpkhAddress(hash160(publicKey), network)
}

/** The network of an account's addresses. @throws {RangeError} for a wallet whose chains have no outputs. */
export function addressNetworkOf({ wallet, network }: Pick<Xpub, 'wallet' | 'network'>): AddressNetwork {
  if (!isOutputWallet(wallet) || network === null)
    throw new RangeError('expected an extended public key of a chain with outputs')
  return { wallet, network }
}

/** The script behind a P2SH-P2WPKH address, BIP-49: OP_0 (1) || push of 20 (1) || hash160 of the public key (20). */
export function redeemScriptOf(key: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0x00, 0x14), hash160(key))
}

/** 0x02 or 0x03, as y is even or odd (1) || x (32). @param key 0x04 (1) || x (32) || y (32). */
function compressed(key: Uint8Array): Uint8Array {
  const isOdd = ((key[64] ?? 0) & 1) === 1
  return concatBytes(Uint8Array.of(isOdd ? 0x03 : 0x02), key.subarray(1, 33))
}

function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

/** The last 20 bytes of keccak-256 over x (32) || y (32). @param key 0x04 (1) || x (32) || y (32). */
function evmAddress(key: Uint8Array): string {
  return `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(12))}`
}
