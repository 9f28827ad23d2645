import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { decodeBase58check, encodeBase58check } from './base58check.ts'

const VERSION = 0x41
const FORM = /^0x[0-9a-fA-F]{40}$/

/**
 * Formats the 20 bytes that Tron's JSON-RPC uses as a Tron address.
 *
 * @param hex20 `0x` and 40 hexadecimal digits, without Tron's version byte 0x41.
 * @returns `T` and 33 characters: base58check of 0x41 (1) || address hash (20).
 * @throws {RangeError} if `hex20` has another form.
 */
export function tronAddress(hex20: string): string {
  if (!FORM.test(hex20))
    throw new RangeError(`expected 0x and 40 hexadecimal digits, got ${String(hex20.length)} characters`)
  return encodeBase58check(concatBytes(Uint8Array.of(VERSION), hexToBytes(hex20.slice(2))))
}

/**
 * Decodes a Tron address to the form that Tron's JSON-RPC uses: `0x` and 40 lower-case hexadecimal digits.
 *
 * @throws {RangeError} if `address` is not a Tron address or its checksum is wrong.
 */
export function tronToHex(address: string): string {
  const payload = decodeTron(address)
  if (payload === null)
    throw new RangeError('expected a Tron address (T and 33 characters, checksum included)')
  return `0x${bytesToHex(payload.subarray(1))}`
}

/** Whether a text is a Tron address: 0x41 (1) || address hash (20) in base58check. */
export function hasTronChecksum(address: string): boolean {
  return decodeTron(address) !== null
}

function decodeTron(address: string): Uint8Array | null {
  const payload = decodeBase58check(address)
  return payload?.length === 21 && payload[0] === VERSION ? payload : null
}
