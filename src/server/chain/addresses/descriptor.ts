import { HDKey } from '@scure/bip32'
import type { Xpub } from './parse-xpub.ts'

/** Version bytes of `xpub` and `tpub`: descriptors know no other prefix. */
const PUBLIC_VERSIONS = { mainnet: 0x0488b21e, test: 0x043587cf } as const

const INPUT_CHARSET =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ '
const CHECKSUM_CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn]

/**
 * The output descriptor of an account's receiving addresses, with its checksum, for `importdescriptors` of Bitcoin Core.
 *
 * @param index of one address; `'*'`: all of them.
 * @param master fingerprint of the wallet's master key, eight hexadecimal digits, so that a hardware signer recognises it; null if unknown.
 * @returns null for a wallet whose addresses have no descriptor.
 * Source: BIP-380, BIP-381, BIP-382.
 */
export function descriptorOf(xpub: Xpub, index: number | '*', master: string | null = null): string | null {
  if (xpub.network === null) return null
  const { account, path } = xpub
  const versions = {
    public: PUBLIC_VERSIONS[xpub.network === 'mainnet' ? 'mainnet' : 'test'],
    private: 0,
  }
  const { publicKey, chainCode, depth, index: number, parentFingerprint } = account
  if (publicKey === null || chainCode === null) throw new Error('expected an extended public key')
  const plain = new HDKey({ versions, publicKey, chainCode, depth, index: number, parentFingerprint })
  const origin = master === null || path === null ? '' : `[${master}${path.slice(1)}]`
  const key = `wpkh(${origin}${plain.publicExtendedKey}/0/${String(index)})`
  return withChecksum(xpub.script === 'p2wpkh' ? key : `sh(${key})`)
}

/** Appends the checksum of a descriptor. @throws {RangeError} for a character that no descriptor has. Source: BIP-380. */
export function withChecksum(descriptor: string): string {
  let checksum = 1n
  const add = (value: number) => {
    const top = checksum >> 35n
    checksum = ((checksum & 0x7ffffffffn) << 5n) ^ BigInt(value)
    for (const [bit, term] of GENERATOR.entries()) if ((top >> BigInt(bit)) & 1n) checksum ^= term
  }
  let group = 0
  let members = 0
  for (const character of descriptor) {
    const at = INPUT_CHARSET.indexOf(character)
    if (at < 0) throw new RangeError('expected only characters of descriptors')
    add(at & 31)
    group = group * 3 + (at >> 5)
    if (++members < 3) continue
    add(group)
    group = 0
    members = 0
  }
  if (members > 0) add(group)
  for (let round = 0; round < 8; round++) add(0)
  checksum ^= 1n
  const letters = Array.from({ length: 8 }, (_, at) =>
    CHECKSUM_CHARSET.charAt(Number((checksum >> BigInt(5 * (7 - at))) & 31n)),
  )
  return `${descriptor}#${letters.join('')}`
}
