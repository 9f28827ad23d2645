import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

const coder = createBase58check(sha256)

/** Encodes bytes as base58check: payload || first four bytes of its double SHA-256 (4). */
export function encodeBase58check(payload: Uint8Array): string {
  return coder.encode(payload)
}

/** Decodes base58check to the payload without its checksum; null if a character or the checksum is wrong. */
export function decodeBase58check(text: string): Uint8Array | null {
  if (text.length > 256) return null
  try {
    return coder.decode(text)
  } catch {
    return null // the coder throws only for text that is not base58check
  }
}
