import { type Language, localeOf } from '#shared/languages.ts'
import { centsToNumber, type Cents } from '#shared/money.ts'
import type { Plural } from './text-shape.ts'

/** Puts values into a text: `fill('Min: {min}', { min: '1' })`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The text for a number, with `{count}` written as the language does. */
export function plural(language: Language, texts: Plural, count: number): string {
  const rule = new Intl.PluralRules(localeOf(language)).select(count)
  return fill(texts[rule] ?? texts.other, { count: formatCount(language, count) })
}

/** A whole number with the language's separators: `12,480`. */
export function formatCount(language: Language, count: number): string {
  return new Intl.NumberFormat(localeOf(language)).format(count)
}

/** Words of which one is to be chosen: `standard or supporter`. */
export function formatChoice(language: Language, words: readonly string[]): string {
  return new Intl.ListFormat(localeOf(language), { type: 'disjunction' }).format(words)
}

/** A number of at least two digits, as the countdown shows it: `07`. */
export function formatTwoDigits(language: Language, value: number): string {
  return new Intl.NumberFormat(localeOf(language), { minimumIntegerDigits: 2, useGrouping: false }).format(
    value,
  )
}

/** A price in US dollars as the language writes it: `$1,279.80`. */
export function formatPrice(language: Language, price: Cents): string {
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency: 'USD' })
  // A bare $ everywhere: "US$" beside Arabic digits is torn apart by the bidirectional algorithm.
  const parts = format.formatToParts(centsToNumber(price))
  return parts.map((part) => (part.type === 'currency' ? '$' : part.value)).join('')
}
