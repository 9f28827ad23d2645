import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPromoCode } from './promo-code.ts'

test.each([
  ['mira', 'MIRA'],
  ['Mira-2025!', 'MIRA2025'],
  ['äöü', ''],
  ['ß', 'SS'],
  ['ıI', 'II'],
  ['٣3', '3'],
  ['ABCDEFGHIJKLMNOPQ', 'ABCDEFGHIJKLMNO'],
  ['a b\tc\n1', 'ABC1'],
])('%j becomes %j', (typed, code) => expect(toPromoCode(typed)).toBe(code))

test('any input gives a code of at most 15 characters of A to Z and 0 to 9, and a code stays unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (typed) => {
      const code = toPromoCode(typed)
      expect(code).toMatch(/^[A-Z0-9]{0,15}$/)
      expect(toPromoCode(code)).toBe(code)
      // keeps every character that fits
      expect(
        typed
          .toUpperCase()
          .replace(/[^A-Z0-9]/g, '')
          .startsWith(code),
      ).toBe(true)
    }),
  )
})
