import { HDKey } from '@scure/bip32'
import { decodeBase58check } from './base58check.ts'

/** The meaning of an extended key's four version bytes, SLIP-132. */
export interface ExtendedKeyKind {
  /** The first four letters of the text: `'xpub'`, `'vprv'`, `'Ltub'`. */
  readonly prefix: string
  readonly isPrivate: boolean
  /** `Zpub` and the like are keys of multi-signature wallets. */
  readonly isMultisig: boolean
  readonly network: 'mainnet' | 'test'
}

/** A decoded extended public key. */
export interface ExtendedKey {
  readonly kind: ExtendedKeyKind
  readonly hdKey: HDKey
}

interface Version {
  readonly publicVersion: number
  readonly privateVersion: number
  readonly prefixes: readonly [ofPublic: string, ofPrivate: string]
  readonly network: ExtendedKeyKind['network']
  readonly isMultisig: boolean
}

const [MAIN, TEST] = ['mainnet', 'test'] as const
// wallets of Litecoin export Ltub and Mtub, or as Electrum-LTC and hardware wallets do, xpub and zpub
const VERSIONS: readonly Version[] = [
  version(0x0488b21e, 0x0488ade4, ['xpub', 'xprv'], MAIN),
  version(0x049d7cb2, 0x049d7878, ['ypub', 'yprv'], MAIN),
  version(0x04b24746, 0x04b2430c, ['zpub', 'zprv'], MAIN),
  version(0x0295b43f, 0x0295b005, ['Ypub', 'Yprv'], MAIN, true),
  version(0x02aa7ed3, 0x02aa7a99, ['Zpub', 'Zprv'], MAIN, true),
  version(0x043587cf, 0x04358394, ['tpub', 'tprv'], TEST),
  version(0x044a5262, 0x044a4e28, ['upub', 'uprv'], TEST),
  version(0x045f1cf6, 0x045f18bc, ['vpub', 'vprv'], TEST),
  version(0x024289ef, 0x024285b5, ['Upub', 'Uprv'], TEST, true),
  version(0x02575483, 0x02575048, ['Vpub', 'Vprv'], TEST, true),
  version(0x019da462, 0x019d9cfe, ['Ltub', 'Ltpv'], MAIN),
  version(0x01b26ef6, 0x01b26792, ['Mtub', 'Mtpv'], MAIN),
  version(0x0436f6e1, 0x0436ef7d, ['ttub', 'ttpv'], TEST),
]

function version(
  publicVersion: number,
  privateVersion: number,
  prefixes: Version['prefixes'],
  network: Version['network'],
  isMultisig = false,
): Version {
  return { publicVersion, privateVersion, prefixes, network, isMultisig }
}

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
  const found = new DataView(payload.buffer, payload.byteOffset).getUint32(0)
  const kind = kindOf(found)
  if (kind === null) return 'malformed'
  if (kind.isPrivate) return 'private'
  try {
    return { kind, hdKey: HDKey.fromExtendedKey(text, { public: found, private: 0 }) }
  } catch {
    return 'malformed' // BIP-32 test vector 5: a point off the curve, a root with a parent, …
  }
}

function kindOf(found: number): ExtendedKeyKind | null {
  const row = VERSIONS.find((one) => one.publicVersion === found || one.privateVersion === found)
  if (row === undefined) return null
  const isPrivate = found !== row.publicVersion
  const { network, isMultisig, prefixes } = row
  return { prefix: prefixes[isPrivate ? 1 : 0], isPrivate, isMultisig, network }
}
