import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const FORM = /^0x[0-9a-fA-F]{40}$/

/**
 * Formats an EVM address in mixed case; the case of its letters is the checksum.
 *
 * @param hex20 `0x` and 40 hexadecimal digits in any case.
 * @throws {RangeError} if `hex20` has another form.
 * Source: EIP-55.
 */
export function toChecksumAddress(hex20: string): string {
  if (!FORM.test(hex20))
    throw new RangeError(`expected 0x and 40 hexadecimal digits, got ${String(hex20.length)} characters`)
  const lower = hex20.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  let mixed = '0x'
  for (let at = 0; at < lower.length; at += 1) {
    const digit = lower.charAt(at)
    mixed += Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit
  }
  return mixed
}

/** Whether an EVM address has no checksum error: mixed case must match EIP-55; a single case has no checksum and is accepted. */
export function hasEip55Checksum(address: string): boolean {
  if (!FORM.test(address)) return false
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return toChecksumAddress(address) === address
}
