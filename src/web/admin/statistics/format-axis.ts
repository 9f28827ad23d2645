import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'

/** Formats a value of an axis of cents: `$1,500`; with cents only if the value has some. */
export function formatAxis(language: Language, value: number): string {
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: value % 100 === 0 ? 0 : 2,
    maximumFractionDigits: value % 100 === 0 ? 0 : 2,
  })
  // a plain $, as in formatPrice
  return format
    .formatToParts(value / 100)
    .map((part) => (part.type === 'currency' ? '$' : part.value))
    .join('')
}

/** Formats how much a value differs from an earlier one: `+12%`; null if there is nothing to compare with. */
export function formatChange(language: Language, now: number, before: number): string | null {
  if (before === 0) return null
  const format = new Intl.NumberFormat(localeOf(language), { style: 'percent', signDisplay: 'exceptZero' })
  return format.format((now - before) / before)
}
