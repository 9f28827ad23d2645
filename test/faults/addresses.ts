import { createHash } from 'node:crypto'
import type { ChainId } from '#shared/chains.ts'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const TRON_PREFIX = '41'

/** An address as nodes write it: hexadecimal on EVM chains and on Tron, unchanged on Bitcoin. */
export function wireAddress(chain: ChainId, address: string): string {
  if (chain === 'bitcoin') return address
  if (chain !== 'tron') return address.toLowerCase()
  let value = 0n
  for (const letter of address) value = value * 58n + BigInt(ALPHABET.indexOf(letter))
  return `0x${value.toString(16).padStart(50, '0').slice(2, 42)}`
}

/** The address of a chain for 20 bytes in hexadecimal, in any spelling the shop accepts. */
export function spellAddress(chain: ChainId, hex: string): string {
  if (chain !== 'tron') return hex
  const body = Buffer.from(TRON_PREFIX + hex.slice(2), 'hex')
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  let value = BigInt(`0x${Buffer.concat([body, digest(digest(body)).subarray(0, 4)]).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = ALPHABET.charAt(Number(value % 58n)) + text
  return text
}
