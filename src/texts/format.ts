import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import { centsToNumber, type Cents } from '#shared/money.ts'
import type { Plural } from './text-shape.ts'

const countFormat = oncePerLanguage((locale) => new Intl.NumberFormat(locale))
const priceFormat = oncePerLanguage(
  (locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }),
)
const megabytesFormat = oncePerLanguage(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'megabyte',
      maximumFractionDigits: 1,
      maximumSignificantDigits: 2,
      roundingPriority: 'morePrecision',
    }),
)
const pluralRules = oncePerLanguage((locale) => new Intl.PluralRules(locale))

/** Replaces the placeholders of a text: `fill('Min: {min}', { min: '1' })`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** Returns the plural form of a text for a number, with `{count}` formatted in the language. */
export function plural(language: Language, texts: Plural, count: number): string {
  const rule = pluralRules(language).select(count)
  return fill(texts[rule] ?? texts.other, { count: formatCount(language, count) })
}

/** Replaces placeholders in every plural form of a text; those without a value stay. */
export function fillPlural(texts: Plural, values: Readonly<Record<string, string>>): Plural {
  const filled = Object.entries(texts).map(([rule, text]) => [rule, fill(text, values)] as const)
  return { ...texts, ...Object.fromEntries(filled) }
}

/** Formats a whole number with the language's separators: `12,480`. */
export function formatCount(language: Language, count: number): string {
  return countFormat(language).format(count)
}

/** Formats a size, such as `12.3 MB` or `0.024 MB`. */
export function formatMegabytes(language: Language, bytes: number): string {
  return megabytesFormat(language).format(bytes / 1_000_000)
}

/** Formats a list of alternatives: `standard or supporter`. */
export function formatChoice(language: Language, words: readonly string[]): string {
  return new Intl.ListFormat(localeOf(language), { type: 'disjunction' }).format(words)
}

/** Formats a price in US dollars: `$1,279.80`. */
export function formatPrice(language: Language, price: Cents): string {
  // A plain $ in every language: the bidirectional algorithm would split "US$" beside Arabic digits.
  const parts = priceFormat(language).formatToParts(centsToNumber(price))
  return parts.map((part) => (part.type === 'currency' ? '$' : part.value)).join('')
}

/** Keeps what `create` makes: making a formatter takes much longer than using it, and a page writes a dozen prices at a press of "+". */
/** Makes the formatter of each language once: making one takes far longer than using it. */
export function oncePerLanguage<Formatter>(
  create: (locale: string) => Formatter,
): (language: Language) => Formatter {
  const made = new Map<Language, Formatter>()
  return (language) => {
    const formatter = made.get(language) ?? create(localeOf(language))
    made.set(language, formatter)
    return formatter
  }
}
