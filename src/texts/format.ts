import { type Language, localeOf } from '#shared/languages.ts'
import { centsToNumber, type Cents } from '#shared/money.ts'
import type { Plural } from './text-shape.ts'

/** Replaces the placeholders of a text: `fill('Min: {min}', { min: '1' })`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** Returns the plural form of a text for a number, with `{count}` formatted in the language. */
export function plural(language: Language, texts: Plural, count: number): string {
  const rule = new Intl.PluralRules(localeOf(language)).select(count)
  return fill(texts[rule] ?? texts.other, { count: formatCount(language, count) })
}

/** Replaces placeholders in every plural form of a text; those without a value stay. */
export function fillPlural(texts: Plural, values: Readonly<Record<string, string>>): Plural {
  const filled = Object.entries(texts).map(([rule, text]) => [rule, fill(text, values)] as const)
  return { ...texts, ...Object.fromEntries(filled) }
}

/** Formats a whole number with the language's separators: `12,480`. */
export function formatCount(language: Language, count: number): string {
  return new Intl.NumberFormat(localeOf(language)).format(count)
}

/** Formats a list of alternatives: `standard or supporter`. */
export function formatChoice(language: Language, words: readonly string[]): string {
  return new Intl.ListFormat(localeOf(language), { type: 'disjunction' }).format(words)
}

/** Formats a price in US dollars: `$1,279.80`. */
export function formatPrice(language: Language, price: Cents): string {
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency: 'USD' })
  // A plain $ in every language: the bidirectional algorithm would split "US$" beside Arabic digits.
  const parts = format.formatToParts(centsToNumber(price))
  return parts.map((part) => (part.type === 'currency' ? '$' : part.value)).join('')
}
