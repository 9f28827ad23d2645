import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AmountFormatError,
  atoms,
  cents,
  centsFromNumber,
  centsToNumber,
  divideUp,
  formatAmount,
  formatCents,
  formatRate,
  parseAmount,
  parseRate,
  quote,
  valueInCents,
  type Rate,
} from './money.ts'

const anyAtoms = fc.bigInt({ min: 0n, max: 10n ** 40n }).map(atoms)
const anyDecimals = fc.constantFrom(0, 2, 6, 8, 18)
const anyCents = fc.integer({ min: 0, max: 10 ** 12 }).map(cents)
const anyRate = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((value) => value as Rate)

describe('amounts', () => {
  test.each([
    // text            decimals  atoms
    ['0', 8, 0n],
    ['0.00000001', 8, 1n],
    ['0.00125', 8, 125_000n],
    ['21000000', 8, 2_100_000_000_000_000n],
    ['127.98', 6, 127_980_000n],
    ['127.98', 18, 127_980_000_000_000_000_000n],
    ['007.50', 2, 750n],
    ['64', 0, 64n],
  ])('%s with %i decimals is %s atoms', (text, decimals, value) => {
    expect(parseAmount(text, decimals)).toBe(value)
  })

  test.each([
    ['', 8],
    ['.5', 8],
    ['5.', 8],
    ['-1', 8],
    ['+1', 8],
    ['1e3', 8],
    ['0x10', 8],
    ['1,5', 8],
    ['1 000', 8],
    [' 1', 8],
    ['1\n', 8],
    ['١', 8], // an Arabic digit
    ['NaN', 8],
    ['Infinity', 8],
    ['0.000000001', 8],
    ['0.100000000', 8], // a digit too many is an error though it is zero
    ['0.1', 0],
    ['1'.repeat(31), 8],
  ])('"%s" with %i decimals is refused, never rounded', (text, decimals) => {
    expect(() => parseAmount(text, decimals)).toThrow(AmountFormatError)
  })

  test('a formatted amount is parsed again, to the last atom', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }).map(atoms),
        anyDecimals,
        (amount, decimals) => {
          expect(parseAmount(formatAmount(amount, decimals), decimals)).toBe(amount)
        },
      ),
    )
  })

  test('the format is unambiguous: no exponent, no trailing zero, no grouping', () => {
    fc.assert(
      fc.property(anyAtoms, anyDecimals, (amount, decimals) => {
        expect(formatAmount(amount, decimals)).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/)
      }),
    )
  })

  test('the error says what was expected, and shortens a long input', () => {
    const error = new AmountFormatError('9'.repeat(1000), 8)
    expect(error.message).toContain('at most 8 decimals')
    expect(error.message.length).toBeLessThan(200)
  })

  test('there are no negative atoms', () => {
    expect(() => atoms(-1n)).toThrow(RangeError)
    expect(atoms(0n)).toBe(0n)
  })
})

describe('cents', () => {
  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [99, '0.99'],
    [6399, '63.99'],
    [11_999_00, '11999.00'],
  ])('%i cents are %s dollars', (value, text) => {
    expect(formatCents(cents(value))).toBe(text)
  })

  test.each([0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    '%d is not an amount in cents',
    (value) => {
      expect(() => cents(value)).toThrow(RangeError)
    },
  )

  test('every price converted to a JSON number converts back to the same price', () => {
    fc.assert(
      fc.property(anyCents, (price) => {
        const wire = JSON.parse(JSON.stringify(centsToNumber(price))) as number
        expect(centsFromNumber(wire)).toBe(price)
      }),
    )
  })

  test('every total converts back from unit price times quantity in dollars', () => {
    for (const unit of [63.99, 119.99]) {
      for (let quantity = 1; quantity <= 100; quantity += 1) {
        const byBrowser = Number((unit * quantity).toFixed(2))
        expect(centsFromNumber(byBrowser)).toBe(Math.round(unit * 100) * quantity)
      }
    }
  })

  test.each([
    63.999,
    1.005,
    0.001,
    1e-9,
    -1,
    -0.01,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.MAX_VALUE,
    127.98000000000002, // 63.99 * 2 is 127.98; this is a double beside it
  ])('%d dollars are refused', (dollars) => {
    expect(centsFromNumber(dollars)).toBeNull()
  })

  test('minus zero is zero', () => {
    expect(Object.is(centsFromNumber(-0), 0)).toBe(true)
  })
})

describe('quotes', () => {
  test.each([
    // price   rate      decimals shown  quote
    [6399, '60000', 8, 8, '0.0010665'],
    [6399, '60001', 8, 8, '0.00106649'], // 0.001066482…: up
    [6399, '3000', 18, 8, '0.02133'],
    [11999, '3001', 18, 8, '0.03998334'], // 0.039983338…: up
    [6399, '1', 6, 6, '63.99'],
    [6399, '1', 18, 6, '63.99'], // BEP-20: 18 decimals, 6 shown
    [6399, '0.9997', 6, 6, '64.009203'], // 64.0092027…: up
    [1, '60000', 8, 8, '0.00000017'], // 0.000000166…: up
    [0, '60000', 8, 8, '0'],
  ])('%i cents at %s with %i decimals, %i shown: %s', (price, rate, decimals, shown, expected) => {
    expect(formatAmount(quote(cents(price), parseRate(rate), decimals, shown), decimals)).toBe(expected)
  })

  test('a quote covers the price, and is less than one shown unit above it', () => {
    fc.assert(
      fc.property(
        anyCents,
        anyRate,
        fc.constantFrom([8, 8], [18, 8], [6, 6], [18, 6]),
        (price, rate, form) => {
          const [decimals = 8, shown = 8] = form
          const due = quote(price, rate, decimals, shown)
          const unit = 10n ** BigInt(decimals - shown)
          // price and rate as one fraction: exact = price * 10^(6 + decimals) / rate
          const exact = BigInt(price) * 10n ** BigInt(6 + decimals)
          expect(due * rate >= exact).toBe(true)
          expect((due - unit) * rate < exact).toBe(true)
          expect(due % unit).toBe(0n)
        },
      ),
    )
  })

  test('the value of the quoted amount is the price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 8 }).map(cents), anyRate, (price, rate) => {
        expect(valueInCents(quote(price, rate, 18, 8), rate, 18)).toBeGreaterThanOrEqual(price)
      }),
    )
  })

  test('the value of an amount is rounded down', () => {
    expect(valueInCents(parseAmount('0.00106649', 8), parseRate('60000'), 8)).toBe(6398)
    expect(valueInCents(parseAmount('0.0010665', 8), parseRate('60000'), 8)).toBe(6399)
  })

  test('there is no quote without a rate', () => {
    expect(() => quote(cents(100), 0n as Rate, 8, 8)).toThrow('expected a rate above 0')
    expect(() => parseRate('1.123456789')).toThrow(AmountFormatError)
  })

  test('a formatted rate is parsed again', () => {
    expect(formatRate(parseRate('0.9998'))).toBe('0.9998')
    expect(formatRate(parseRate('60000'))).toBe('60000')
  })

  test('division rounds up, and only if there is a remainder', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (a, b) => {
          const up = divideUp(a, b)
          expect(up * b >= a && (up - 1n) * b < a).toBe(true)
        },
      ),
    )
  })
})
