import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/** An item of RLP: bytes as `0x` and hexadecimal, a number of 0 or more, or a list of items. */
export type RlpItem = string | bigint | readonly RlpItem[]

/**
 * Encodes an item in Recursive Length Prefix.
 *
 * @returns the bytes. Source: Yellow Paper, appendix B.
 */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (typeof item === 'object') {
    const content = concatBytes(...item.map(encodeRlp))
    return concatBytes(lengthPrefix(content.length, 0xc0), content)
  }
  const bytes = typeof item === 'bigint' ? integerBytes(item) : hexToBytes(item.slice(2))
  const [only = 0x80] = bytes
  return bytes.length === 1 && only < 0x80 ? bytes : concatBytes(lengthPrefix(bytes.length, 0x80), bytes)
}

/** Up to 55: offset + length (1); above: offset + 55 + bytes of the length (1) || length. */
function lengthPrefix(length: number, offset: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(offset + length)
  const bytes = integerBytes(BigInt(length))
  return concatBytes(Uint8Array.of(offset + 55 + bytes.length), bytes)
}

/** Big endian without leading zeros; 0 has no bytes. */
function integerBytes(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError(`expected a number of 0 or more, got ${String(value)}`)
  if (value === 0n) return new Uint8Array()
  const hex = value.toString(16)
  return hexToBytes(hex.length % 2 === 0 ? hex : `0${hex}`)
}

/** Formats bytes as `0x` and hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return `0x${bytesToHex(bytes)}`
}
