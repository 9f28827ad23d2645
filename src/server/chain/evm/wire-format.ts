import { NodeFault } from '#server/chain/json-rpc.ts'

/** keccak-256 of `Transfer(address,address,uint256)`. Source: EIP-20. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export type WireObject = Readonly<Record<string, unknown>>

/** @throws {NodeFault} `malformed`, like every reader of this file. */
export function wireObject(value: unknown, what: string): WireObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(what, 'an object')
  return value as WireObject
}

export function wireArray(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed(what, 'an array')
  return value
}

/** `0x` and 1 to 64 hexadecimal digits. */
export function wireBigint(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw malformed(what, 'a quantity')
  return BigInt(value)
}

export function wireNumber(value: unknown, what: string): number {
  const number = Number(wireBigint(value, what))
  if (!Number.isSafeInteger(number)) throw malformed(what, 'a safe integer')
  return number
}

/** Lower-case; `0x` and two digits a byte. */
function wireBytes(value: unknown, bytes: number, what: string): string {
  if (typeof value !== 'string' || value.length !== 2 + 2 * bytes || !/^0x[0-9a-fA-F]*$/.test(value)) {
    throw malformed(what, `${String(bytes)} bytes`)
  }
  return value.toLowerCase()
}

export function wireHash(value: unknown, what: string): string {
  return wireBytes(value, 32, what)
}

export function wireAddress(value: unknown, what: string): string {
  return wireBytes(value, 20, what)
}

/** `0x1f`, without leading zeros, as quantities are written. */
export function quantity(value: number): string {
  return `0x${value.toString(16)}`
}

/** An address as a topic or a call's argument: twelve zero bytes before its twenty. */
export function addressWord(hex20: string): string {
  return `0x${'0'.repeat(24)}${hex20.slice(2).toLowerCase()}`
}

/** The address in a topic; null where the twelve bytes before it are not zero. */
export function addressOfWord(word: string): string | null {
  return /^0x0{24}/.test(word) ? `0x${word.slice(26).toLowerCase()}` : null
}

function malformed(what: string, expected: string): NodeFault {
  return new NodeFault('malformed', `${what}: expected ${expected}, got something else`)
}
