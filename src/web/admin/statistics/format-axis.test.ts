import { USD } from '#shared/currency.ts'
import { expect, test } from 'vitest'
import { formatAxis, formatChange } from './format-axis.ts'

test.each([
  ['en', 0, '$0'],
  ['en', 150_000, '$1,500'],
  ['en', 50, '$0.50'],
  ['de', 150_000, '1.500 $'],
  ['ar', 150_000, '‏١٬٥٠٠ $'],
] as const)('in %s the axis shows %s cents as %s', (language, cents, text) => {
  expect(formatAxis(language, cents, USD).replaceAll(/\s/g, ' ')).toBe(text)
})

test.each([
  [112, 100, '+12%'],
  [50, 100, '-50%'],
  [100, 100, '0%'],
  [100, 0, null],
])('%s after %s is a change of %s', (now, before, text) => expect(formatChange('en', now, before)).toBe(text))
