import { NodeFault } from '#server/chain/json-rpc.ts'

/** The first topic of a token transfer: keccak-256 of `Transfer(address,address,uint256)`. Source: EIP-20. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A JSON object whose members are not validated yet. */
export type WireObject = Readonly<Record<string, unknown>>

/** Checks that a value is an object. @throws {NodeFault} `'malformed'`, like every `wire…` function here. */
export function wireObject(value: unknown, what: string): WireObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(what, 'an object')
  return value as WireObject
}

/** Checks that a value is an array. */
export function wireArray(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed(what, 'an array')
  return value
}

/** Reads a quantity: `0x` and 1 to 64 hexadecimal digits. */
export function wireBigint(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw malformed(what, 'a quantity')
  return BigInt(value)
}

/** Reads a quantity as a number, at most 2^53 − 1. */
export function wireNumber(value: unknown, what: string): number {
  const number = Number(wireBigint(value, what))
  if (!Number.isSafeInteger(number)) throw malformed(what, 'a safe integer')
  return number
}

/** Reads a fixed number of bytes, `0x` and two digits per byte, as lower case. */
function wireBytes(value: unknown, bytes: number, what: string): string {
  if (typeof value !== 'string' || value.length !== 2 + 2 * bytes || !/^0x[0-9a-fA-F]*$/.test(value)) {
    throw malformed(what, `${String(bytes)} bytes`)
  }
  return value.toLowerCase()
}

/** Reads a hash of 32 bytes, as lower case. */
export function wireHash(value: unknown, what: string): string {
  return wireBytes(value, 32, what)
}

/** Reads an address of 20 bytes, as lower case. */
export function wireAddress(value: unknown, what: string): string {
  return wireBytes(value, 20, what)
}

/** Formats a quantity without leading zeros: `0x1f`. */
export function quantity(value: number): string {
  return `0x${value.toString(16)}`
}

/** Formats an address as a topic or a call's argument: 0x00 (12) || address (20). */
export function addressWord(hex20: string): string {
  return `0x${'0'.repeat(24)}${hex20.slice(2).toLowerCase()}`
}

/** Reads the address of a topic, 0x00 (12) || address (20); null if the first 12 bytes are not zero. */
export function addressOfWord(word: string): string | null {
  return /^0x0{24}/.test(word) ? `0x${word.slice(26).toLowerCase()}` : null
}

function malformed(what: string, expected: string): NodeFault {
  return new NodeFault('malformed', `${what}: expected ${expected}, got something else`)
}
