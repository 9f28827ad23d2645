import { expect, test } from 'vitest'
import { explainBadLine, readKeyLine } from './read-key-line.ts'

const EDITIONS = { onSale: ['standard', 'supporter'], unnamed: 'standard' }

test.each([
  // as publishers write keys, as they are stored
  ['abcde-FGHIJ-12345', 'ABCDE-FGHIJ-12345'],
  ['AAAA-BBBB-CCCC-DDDD-EEEE', 'AAAA-BBBB-CCCC-DDDD-EEEE'],
  ['B0ABCDEFGH12345X', 'B0ABCDEFGH12345X'], // Nintendo, PlayStation without hyphens
  ['b0abcdefgh12345x', 'B0ABCDEFGH12345X'],
  ['aB3dE5gH7jK9mN1p', 'aB3dE5gH7jK9mN1p'],
  ['237ABCDGHJLPRST 23', '237ABCDGHJLPRST 23'], // Steam, boxed games
  ['ABCD2  EFGH3 JKLM4', 'ABCD2 EFGH3 JKLM4'],
  ['https://studio.itch.io/game/download/AbC_d-9x', 'https://studio.itch.io/game/download/AbC_d-9x'],
  ['https://www.humblebundle.com/gift?key=aBc123', 'https://www.humblebundle.com/gift?key=aBc123'],
  ['MTIzNDU2Nzg5MA==', 'MTIzNDU2Nzg5MA=='],
])('%s is the key %s', (text, key) => {
  expect(readKeyLine(text, 2, EDITIONS)).toEqual({ key, edition: 'standard' })
  expect(readKeyLine(`"${text}";Supporter`, 2, EDITIONS)).toEqual({ key, edition: 'supporter' })
  expect(readKeyLine(`supporter,${text}`, 2, EDITIONS)).toEqual({ key, edition: 'supporter' })
})

test.each([
  ['AAAA-BBBB,deluxe', 'edition-unknown'],
  ['AAAA-BBBB,standard,sent to Ada', 'columns'],
  ['what is this', 'characters'],
  ['Order 12345 for Ada Lovelace', 'characters'],
  ['AAAA-BBBB <ada@example.com>', 'characters'],
  ['http://example.com/AAAABBBB', 'characters'],
  ['ÄÖÜÄ-AAAA', 'characters'],
  ['NODASH', 'length'],
  ['A-B', 'length'],
  ['A'.repeat(201), 'length'],
  ['A\0A\0A\0A\0-\0B\0B\0B\0B\0', 'encoding'],
  ['\uFFFD\uFFFDAAAA-BBBB', 'encoding'],
])('%j is bad: %s', (text, fault) => {
  expect(readKeyLine(text, 2, EDITIONS)).toBe('bad')
  expect(explainBadLine(text, EDITIONS)).toBe(fault)
})

test('a line without an edition says so where no edition is given for such lines', () => {
  expect(explainBadLine('AAAA-BBBB', { ...EDITIONS, unnamed: null })).toBe('edition-missing')
})
