import { decodeBase58check } from './base58check.ts'

const EXTENDED_PRIVATE_KEY = /(?:[xyztuvYZUV]prv|[LMt]tpv)[1-9A-HJ-NP-Za-km-z]{20}/
const LONG_BASE58_RUN = /[1-9A-HJ-NP-Za-km-z]{24,}/g
const BASE58_RUN = /[1-9A-HJ-NP-Za-km-z]{51,58}/g
const WALLET_IMPORT_VERSIONS: readonly number[] = [0x80, 0xb0, 0xef]
const SEED_WORDS_MIN = 12

/**
 * Whether a text contains a private key or a seed: an extended private key (also with a wrong checksum, or inside a
 * descriptor or a URL), a private key in wallet import format or encrypted by BIP-38, a raw 32-byte key or 64-byte seed in
 * hexadecimal, or 12 or more seed words in any language.
 *
 * Raw hexadecimal without 0x counts only as a whole word, so a node's cookie password inside a URL is accepted.
 */
export function containsPrivateMaterial(text: string): boolean {
  const plain = text.normalize('NFKC')
  return (
    hasExtendedPrivateKey(plain) || hasSeedWords(plain) || hasHexKey(plain) || hasEncodedPrivateKey(plain)
  )
}

/** About one extended public key in ten thousand contains `xprv` or a similar prefix by chance. */
function hasExtendedPrivateKey(text: string): boolean {
  const runs = text.match(LONG_BASE58_RUN) ?? []
  return runs.some((run) => EXTENDED_PRIVATE_KEY.test(run) && !isExtendedPublicKey(run))
}

// version (4) || depth (1) || parent (4) || child (4) || chain code (32) || 0x02 or 0x03, in a private one 0x00 (1) || key (32), BIP-32
function isExtendedPublicKey(run: string): boolean {
  const payload = decodeBase58check(run)
  return payload?.length === 78 && (payload[45] === 0x02 || payload[45] === 0x03)
}

function hasHexKey(text: string): boolean {
  if (/0x(?:[0-9a-f]{64}){1,2}(?![0-9a-z])/i.test(text)) return true
  return text.split(/[\s,;"'()[\]{}]+/).some((word) => /^(?:[0-9a-f]{64}){1,2}$/i.test(word))
}

function hasEncodedPrivateKey(text: string): boolean {
  const runs = text.match(BASE58_RUN) ?? []
  return runs.some((run) => {
    const payload = decodeBase58check(run)
    return payload !== null && (isWalletImportForm(payload) || isEncryptedKey(payload))
  })
}

// 0x80 mainnet, 0xb0 Litecoin's or 0xef test (1) || key (32) || 0x01 if the public key is compressed (0 or 1)
function isWalletImportForm(payload: Uint8Array): boolean {
  const hasVersion = WALLET_IMPORT_VERSIONS.includes(payload[0] ?? 0)
  return hasVersion && (payload.length === 33 || (payload.length === 34 && payload[33] === 1))
}

// 0x0142 or 0x0143 (2) || flags (1) || address hash (4) || encrypted (32), BIP-38
function isEncryptedKey(payload: Uint8Array): boolean {
  return payload.length === 39 && payload[0] === 0x01 && (payload[1] === 0x42 || payload[1] === 0x43)
}

/** Consecutive words with any separator or numbering: `1. abandon 2. ability …`, `1:abandon`, `abandon-ability-…` */
function hasSeedWords(text: string): boolean {
  let inARow = 0
  for (const item of text.split(/[\s,;"'|+_-]+/)) {
    const word = item.replace(/^\d{1,2}[.):]?/, '')
    if (word === '') continue
    inARow = /^[\p{L}\p{M}]{1,12}$/u.test(word) ? inARow + 1 : 0
    if (inARow >= SEED_WORDS_MIN) return true
  }
  return false
}
