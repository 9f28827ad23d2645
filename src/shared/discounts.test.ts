import { expect, test } from 'vitest'
import { discountOf, normalizeCode } from './discounts.ts'
import { cents } from './money.ts'

test.each([
  // percent, amount, total, off
  [10, null, 63_99, 6_39],
  [33, null, 1_00, 33],
  [99, null, 100_00, 99_00],
  [1, null, 99, 0],
  [null, 5_00, 63_99, 5_00],
  [null, 63_49, 63_99, 63_49],
  // less than 50 cents would be left
  [99, null, 49_00, null],
  [null, 63_50, 63_99, null],
  [null, 70_00, 63_99, null],
] as const)('%s %% or %s cents off %s are %s', (percent, amountCents, total, off) => {
  const terms = percent === null ? { percent, amountCents } : { percent, amountCents: null }
  expect(discountOf(terms, cents(total))).toBe(off)
})

test('every percent of every small total leaves whole cents, and never takes off more than it says', () => {
  for (let total = 1; total <= 500; total++)
    for (let percent = 1; percent <= 99; percent++) {
      const off = discountOf({ percent, amountCents: null }, cents(total))
      if (off === null) continue
      expect(Number.isInteger(off)).toBe(true)
      expect(off * 100).toBeLessThanOrEqual(total * percent)
    }
})

test.each([
  ['summer10', 'SUMMER10'],
  [' Summer-10 ', 'SUMMER10'],
  ['ab12 cd34', 'AB12CD34'],
])('%s is the code %s', (typed, code) => expect(normalizeCode(typed)).toBe(code))
