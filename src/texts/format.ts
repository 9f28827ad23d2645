import { currencyDecimals, USD, type Currency } from '#shared/currency.ts'
import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import { centsToNumber, type Cents } from '#shared/money.ts'
import type { Plural } from './text-shape.ts'

const countFormat = oncePerLanguage((locale) => new Intl.NumberFormat(locale))
const priceFormats = new Map<string, (language: Language) => Intl.NumberFormat>()
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

/**
 * Returns the plural form of a text for a number, with `{count}` formatted in the language. A text that does not say the number
 * speaks of a single thing in its form for one, which in Russian is that of 21 too: such numbers get the form for others.
 */
export function plural(language: Language, texts: Plural, count: number): string {
  const text = texts[pluralRules(language).select(count)] ?? texts.other
  const isSingle = text === texts.one && count !== 1 && !text.includes('{count}')
  return fill(isSingle ? texts.other : text, { count: formatCount(language, count) })
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

/**
 * Formats a price: `$1,279.80`, `1.279,80 €`. The sign is the short one in every language. In right-to-left texts it stays
 * beside its digits, where the bidirectional algorithm would split a sign of letters such as `R$`.
 *
 * @param decimals fewer than the currency has round the price.
 */
export function formatPrice(
  language: Language,
  price: Cents,
  currency: Currency,
  decimals = currencyDecimals(currency),
): string {
  const format = priceFormat(currency, decimals)(language)
  const amount = centsToNumber(price, currency)
  if (currency !== USD) {
    // the marks that formats of right-to-left languages contain, without a table of languages
    const text = format.format(amount)
    return text.includes('\u200f') ? `\u2066${text.replaceAll('\u200f', '')}\u2069` : text
  }
  const parts = format.formatToParts(amount)
  return parts.map((part) => (part.type === 'currency' ? '$' : part.value)).join('')
}

/** The formatters of one currency and number of decimals. */
function priceFormat(currency: Currency, decimals: number): (language: Language) => Intl.NumberFormat {
  const name = `${currency} ${String(decimals)}`
  const known = priceFormats.get(name)
  if (known !== undefined) return known
  const made = oncePerLanguage(
    (locale) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }),
  )
  priceFormats.set(name, made)
  return made
}

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
