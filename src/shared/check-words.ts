import { CHECK_WORD_LIST } from './check-word-list.ts'
import { sha256 } from './sha256.ts'

/**
 * Splits an address into the groups of four characters in which pages and mails show it. Only the eye gets a gap: a copied address has no spaces, so a
 * page makes the gap with a margin and joins the groups without a character between them.
 */
export function addressGroups(address: string): readonly string[] {
  return address.match(/.{1,4}/g) ?? []
}

/**
 * Two words that stand for an address, the same wherever it is shown and in every language: from the first two bytes of
 * its SHA-256. Two addresses have the same words in one of 65,536 cases. They reveal an address that was replaced by one
 * made without this shop in mind; they do not replace a comparison of the whole address.
 *
 * @param address as shown, of ASCII characters. The case of letters counts in base58 only, so hexadecimal addresses are lowered first.
 */
export function checkWords(address: string): string {
  const canonical = address.startsWith('0x') ? address.toLowerCase() : address
  const digest = sha256(Uint8Array.from(canonical, (letter) => letter.charCodeAt(0)))
  return [...digest.subarray(0, 2)].map((byte) => CHECK_WORD_LIST[byte] ?? '').join(' ')
}
