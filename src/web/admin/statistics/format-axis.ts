import { currencyDecimals, type Currency } from '#shared/currency.ts'
import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import { cents } from '#shared/money.ts'
import { formatPrice } from '#texts/format.ts'

/** Formats a value of an axis of amounts: `$1,500`; with decimals only if the value has some. */
export function formatAxis(language: Language, value: number, currency: Currency): string {
  const decimals = currencyDecimals(currency)
  return formatPrice(language, cents(value), currency, value % 10 ** decimals === 0 ? 0 : decimals)
}

/** Formats how much a value differs from an earlier one: `+12%`; null if there is nothing to compare with. */
export function formatChange(language: Language, now: number, before: number): string | null {
  if (before === 0) return null
  const format = new Intl.NumberFormat(localeOf(language), { style: 'percent', signDisplay: 'exceptZero' })
  return format.format((now - before) / before)
}
