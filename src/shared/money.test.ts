import { USD } from '#shared/currency.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  worthAt,
  centRate,
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
  ])('%i cents are %s dollars', (value, text) => expect(formatCents(cents(value), USD)).toBe(text))

  test.each([
    ['JPY', 9800, '9800'],
    ['KWD', 19_500, '19.500'],
    ['EUR', 5, '0.05'],
  ] as const)('of %s, %i is %s', (currency, value, text) => {
    expect(formatCents(cents(value), currency)).toBe(text)
    expect(centsFromNumber(Number(text), currency)).toBe(value)
  })

  test('an amount with more decimals than its currency is refused', () => {
    expect(centsFromNumber(9800.5, 'JPY')).toBeNull()
    expect(centsFromNumber(19.5001, 'KWD')).toBeNull()
  })

  test.each([0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    '%d is not an amount in cents',
    (value) => expect(() => cents(value)).toThrow(RangeError),
  )

  test('every price converted to a JSON number converts back to the same price', () => {
    fc.assert(
      fc.property(anyCents, (price) => {
        const wire = JSON.parse(JSON.stringify(centsToNumber(price, USD))) as number
        expect(centsFromNumber(wire, USD)).toBe(price)
      }),
    )
  })

  test('every total converts back from unit price times quantity in dollars', () => {
    for (const unit of [63.99, 119.99]) {
      for (let quantity = 1; quantity <= 100; quantity += 1) {
        const byBrowser = Number((unit * quantity).toFixed(2))
        expect(centsFromNumber(byBrowser, USD)).toBe(Math.round(unit * 100) * quantity)
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
  ])('%d dollars are refused', (dollars) => expect(centsFromNumber(dollars, USD)).toBeNull())

  test('minus zero is zero', () => expect(Object.is(centsFromNumber(-0, USD), 0)).toBe(true))
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
    expect(
      formatAmount(quote(cents(price), USD, parseRate(rate), { decimals, shownDecimals: shown }), decimals),
    ).toBe(expected)
  })

  test('a quote covers the price, and is less than one shown unit above it', () => {
    fc.assert(
      fc.property(
        anyCents,
        anyRate,
        fc.constantFrom([8, 8], [18, 8], [6, 6], [18, 6]),
        (price, rate, form) => {
          const [decimals = 8, shown = 8] = form
          const due = quote(price, USD, rate, { decimals, shownDecimals: shown })
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
        expect(
          valueInCents(quote(price, USD, rate, { decimals: 18, shownDecimals: 8 }), USD, rate, 18),
        ).toBeGreaterThanOrEqual(price)
      }),
    )
  })

  test('the value of an amount is rounded down', () => {
    expect(valueInCents(parseAmount('0.00106649', 8), USD, parseRate('60000'), 8)).toBe(6398)
    expect(valueInCents(parseAmount('0.0010665', 8), USD, parseRate('60000'), 8)).toBe(6399)
  })

  test.each([
    // price in   rate in it  decimals shown  quote
    ['EUR', 5999, '55555.55', 8, 8, '0.00107983'], // 0.0010798201…: up
    ['JPY', 9800, '9000000', 8, 8, '0.00108889'], // 0.00108888…: up
    ['KWD', 19_500, '18400', 8, 8, '0.00105979'], // 0.001059782…: up
    ['EUR', 5999, '0.92592592', 6, 6, '64.789201'], // 64.7892005…: up
  ] as const)('%s %i at %s: %s', (currency, price, rate, decimals, shown, expected) => {
    const due = quote(cents(price), currency, parseRate(rate), { decimals, shownDecimals: shown })
    expect(formatAmount(due, decimals)).toBe(expected)
    expect(valueInCents(due, currency, parseRate(rate), decimals)).toBe(price)
  })

  test.each([
    ['USD', '1', 6399, 6399],
    ['EUR', '1.08', 5999, 6479], // 6478.92: up
    ['JPY', '0.0067', 9800, 6566],
    ['KWD', '3.25', 19_500, 6338], // 6337.5: up
  ] as const)('of %s at %s dollars, %i are worth %i US cents', (currency, dollars, price, worth) => {
    expect(worthAt(cents(price), centRate(parseRate(dollars), currency))).toBe(worth)
  })

  test('there is no quote without a rate', () => {
    expect(() => quote(cents(100), USD, 0n as Rate, { decimals: 8, shownDecimals: 8 })).toThrow(
      'expected a rate above 0',
    )
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
