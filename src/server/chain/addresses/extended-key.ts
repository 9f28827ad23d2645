import { HDKey } from '@scure/bip32'
import { decodeBase58check } from './base58check.ts'

/** The meaning of an extended key's four version bytes, SLIP-132. */
export interface ExtendedKeyKind {
  /** The first four letters of the text: `'xpub'`, `'vprv'`. */
  readonly prefix: string
  readonly isPrivate: boolean
  /** A prefix in upper case (`Zpub`) marks the key of a multi-signature wallet. */
  readonly isMultisig: boolean
  readonly network: 'mainnet' | 'test'
}

/** A decoded extended public key. */
export interface ExtendedKey {
  readonly kind: ExtendedKeyKind
  readonly hdKey: HDKey
}

// [public version, private version, letter, network]
const VERSIONS: readonly (readonly [number, number, string, ExtendedKeyKind['network']])[] = [
  [0x0488b21e, 0x0488ade4, 'x', 'mainnet'],
  [0x049d7cb2, 0x049d7878, 'y', 'mainnet'],
  [0x04b24746, 0x04b2430c, 'z', 'mainnet'],
  [0x0295b43f, 0x0295b005, 'Y', 'mainnet'],
  [0x02aa7ed3, 0x02aa7a99, 'Z', 'mainnet'],
  [0x043587cf, 0x04358394, 't', 'test'],
  [0x044a5262, 0x044a4e28, 'u', 'test'],
  [0x045f1cf6, 0x045f18bc, 'v', 'test'],
  [0x024289ef, 0x024285b5, 'U', 'test'],
  [0x02575483, 0x02575048, 'V', 'test'],
]
const ENCODED_BYTES = 78

/**
 * Decodes an extended public key.
 *
 * @param text without white space around it.
 * @returns `'malformed'` if it is not an extended key, its checksum is wrong, or BIP-32 forbids its content;
 *   `'private'` if it is an extended private key, whose key bytes are not read.
 * Source: BIP-32 "Serialization format", SLIP-132.
 */
export function decodeExtendedKey(text: string): ExtendedKey | 'malformed' | 'private' {
  // version (4) || depth (1) || parent fingerprint (4) || child number (4) || chain code (32) || public key (33)
  const payload = decodeBase58check(text)
  if (payload?.length !== ENCODED_BYTES) return 'malformed'
  const version = new DataView(payload.buffer, payload.byteOffset).getUint32(0)
  const kind = kindOf(version)
  if (kind === null) return 'malformed'
  if (kind.isPrivate) return 'private'
  try {
    return { kind, hdKey: HDKey.fromExtendedKey(text, { public: version, private: 0 }) }
  } catch {
    return 'malformed' // BIP-32 test vector 5: a point off the curve, a root with a parent, …
  }
}

function kindOf(version: number): ExtendedKeyKind | null {
  const row = VERSIONS.find((one) => one[0] === version || one[1] === version)
  if (row === undefined) return null
  const [publicVersion, , letter, network] = row
  const isPrivate = version !== publicVersion
  return {
    prefix: `${letter}${isPrivate ? 'prv' : 'pub'}`,
    isPrivate,
    isMultisig: letter !== letter.toLowerCase(),
    network,
  }
}
