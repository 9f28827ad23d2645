import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

const coder = createBase58check(sha256)

/** Bytes as base58 with four bytes of double SHA-256 behind them. */
export function encodeBase58check(payload: Uint8Array): string {
  return coder.encode(payload)
}

/** The bytes of a base58check text without their checksum; null where alphabet or checksum is wrong. */
export function decodeBase58check(text: string): Uint8Array | null {
  if (text.length > 256) return null
  try {
    return coder.decode(text)
  } catch {
    return null // the coder throws for every form of "not base58check", and only for that
  }
}
