import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import type { HDKey } from '@scure/bip32'
import { p2shAddress, p2wpkhAddress } from './bitcoin-address.ts'
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
  if (!Number.isInteger(index) || index < 0 || index >= 2 ** 31) {
    throw new RangeError(`expected an index from 0 to 2147483647, got ${String(index)}`)
  }
  const child = xpub.receiving.deriveChild(index)
  const network = xpub.bitcoinNetwork ?? 'mainnet'
  switch (xpub.script) {
    case 'p2wpkh':
      return p2wpkhAddress(keyHash(child), network)
    case 'p2sh-p2wpkh':
      return p2shAddress(hash160(redeemScriptOf(publicKey(child))), network)
    case 'evm':
      return toChecksumAddress(evmAddress(child))
    case 'tron':
      return tronAddress(evmAddress(child))
  }
}

/** The compressed public key of the receiving address account/0/index, 33 bytes. */
export function derivePublicKey(xpub: Xpub, index: number): Uint8Array {
  return publicKey(xpub.receiving.deriveChild(index))
}

/** The script behind a P2SH-P2WPKH address, BIP-49: OP_0 (1) || push of 20 (1) || hash160 of the public key (20). */
export function redeemScriptOf(key: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0x00, 0x14), hash160(key))
}

function publicKey(child: HDKey): Uint8Array {
  if (child.publicKey === null) throw new Error('expected a derived key to have its public key')
  return child.publicKey
}

function keyHash(child: HDKey): Uint8Array {
  return hash160(publicKey(child))
}

function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

/** The last 20 bytes of keccak-256 over x (32) || y (32). */
function evmAddress(child: HDKey): string {
  // 0x04 (1) || x (32) || y (32)
  const point = secp256k1.Point.fromBytes(publicKey(child)).toBytes(false)
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`
}
