import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { CHECK_WORD_LIST } from './check-word-list.ts'
import { addressGroups, checkWords } from './check-words.ts'
import { sha256 } from './sha256.ts'

const BECH32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

test('the digest is that of node, at every length around a block', () => {
  for (const length of [0, 1, 3, 34, 42, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = randomBytes(length)
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

test('the list has 256 different words of plain letters, no two one letter apart', () => {
  expect(CHECK_WORD_LIST).toHaveLength(256)
  for (const [index, word] of CHECK_WORD_LIST.entries()) {
    expect(word).toMatch(/^[a-z]{4,8}$/)
    for (const other of CHECK_WORD_LIST.slice(index + 1)) expect(isOneLetterApart(word, other)).toBe(false)
  }
})

// mails that were sent show these words
test.each([
  [BECH32, 'insect spoon'],
  [EVM, 'puzzle jungle'],
  [TRON, 'yacht comet'],
])('the words of %s are %s for good', (address, words) => expect(checkWords(address)).toBe(words))

test('the words do not depend on the case of a hexadecimal address, and do in base58', () => {
  expect(checkWords(EVM.toLowerCase())).toBe(checkWords(EVM))
  expect(checkWords(TRON.toLowerCase())).not.toBe(checkWords(TRON))
})

test('an address is shown in groups of four, and joined again it is the address', () => {
  expect(addressGroups(EVM).slice(0, 3)).toEqual(['0x5a', 'Aeb6', '053F'])
  expect(addressGroups(TRON).at(-1)).toBe('6t')
  for (const address of [BECH32, EVM, TRON, '']) expect(addressGroups(address).join('')).toBe(address)
})

/** Whether inserting, removing or replacing one letter makes one word of the other. */
function isOneLetterApart(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let [endOne, endOther] = [one.length, other.length]
  while (endOne > start && endOther > start && one[endOne - 1] === other[endOther - 1]) {
    endOne -= 1
    endOther -= 1
  }
  return endOne - start <= 1 && endOther - start <= 1
}
