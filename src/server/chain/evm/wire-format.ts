/** The first topic of a token transfer: keccak-256 of `Transfer(address,address,uint256)`. Source: EIP-20. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

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
