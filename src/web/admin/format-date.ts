import type { Language } from '#shared/languages.ts'
import { isDay } from './days.ts'

/** Arabic dates use Egypt's conventions; all others use the browser's locale. */
function dateLocale(language: Language, browserLanguage: string): string {
  if (language === 'ar') return 'ar-EG'
  return browserLanguage.toLowerCase().startsWith(language) ? browserLanguage : language
}

/** Formats a day: `٢١‏/١١‏/٢٠٢٦` in Arabic. A day without a time is one of UTC; a moment's day is the browser's. */
export function formatDay(language: Language, at: string): string {
  const timeZone = isDay(at) ? 'UTC' : undefined
  return new Intl.DateTimeFormat(dateLocale(language, navigator.language), { timeZone }).format(new Date(at))
}

/** The order in which the reader writes the parts of a day. */
function partsOfDay(language: Language): readonly ('day' | 'month' | 'year')[] {
  const format = new Intl.DateTimeFormat(dateLocale(language, navigator.language), { timeZone: 'UTC' })
  return format
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []))
}

/**
 * Reads a day as the reader writes it: `21.11.2026`, `11/21/2026`, `٢١/١١/٢٠٢٦`; or with the year first, in any language.
 *
 * @returns `2026-11-21`; null if it is no day.
 */
export function parseDay(language: Language, text: string): string | null {
  const numbers = toLatinDigits(text).match(/\d+/g)
  if (numbers?.length !== 3) return null
  const order = numbers[0].length === 4 ? (['year', 'month', 'day'] as const) : partsOfDay(language)
  const part = (wanted: 'day' | 'month' | 'year') => numbers[order.indexOf(wanted)] ?? ''
  const year = part('year').length === 2 ? `20${part('year')}` : part('year')
  const day = `${year}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`
  // 31 April is read as 1 May
  return isDay(day) && new Date(day).toISOString().startsWith(day) ? day : null
}

function toLatinDigits(text: string): string {
  return text.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
}

/** Reads a time of 24 hours: `16:30`, `9.05`, `١٦:٣٠`. @returns `16:30`; null if it is no time. */
export function parseTime(text: string): string | null {
  const parts = /^(\d{1,2})[:.h](\d{2})$/.exec(toLatinDigits(text.trim()))
  const [hour, minute] = [Number(parts?.[1]), Number(parts?.[2])]
  if (!(hour < 24 && minute < 60)) return null
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Writes a time, `16:30`, with the reader's digits. */
export function formatTime(language: Language, time: string): string {
  const locale = dateLocale(language, navigator.language)
  const format = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, useGrouping: false })
  return time
    .split(':')
    .map((part) => format.format(Number(part)))
    .join(':')
}

/** Formats a day of UTC with the name of its month: `3 April 2026`. */
export function formatLongDay(language: Language, day: string): string {
  const locale = dateLocale(language, navigator.language)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}

/** Formats a day and a time, to the minute. */
export function formatMoment(language: Language, at: string): string {
  const locale = dateLocale(language, navigator.language)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}

const STEPS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Formats how long ago a moment is, or how far ahead, in its largest unit: `3 hours ago`; below a minute `now`. */
export function formatAgo(language: Language, at: string, nowMs = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(dateLocale(language, navigator.language), {
    numeric: 'auto',
    style: 'short',
  })
  const seconds = (Date.parse(at) - nowMs) / 1000
  const step = STEPS.find(([, unitS]) => Math.abs(seconds) >= unitS)
  if (step === undefined) return format.format(0, 'second')
  const [unit, unitS] = step
  return format.format(Math.trunc(seconds / unitS), unit)
}

/** Whether a moment is over by the clock of the browser. */
export function isPast(at: string): boolean {
  return Date.parse(at) < Date.now()
}
