import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'

/** Formats a moment in UTC, and says so: the server does not know the reader's time zone. */
export function utcMoment(language: Language, at: string | Date): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(localeOf(language), format).format(new Date(at))} UTC`
}

/** Formats only the time of day. */
export function utcClock(language: Language, at: string): string {
  return `${new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} UTC`
}

export function utcDate(language: Language, at: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(at),
  )
}
