import { type Language, localeOf } from '#shared/languages.ts'

/**
 * Formats a time for a language, always in UTC: a mail does not know its reader's time zone.
 *
 * @param instant an ISO 8601 string, as from `toISOString`.
 */
export function formatInstant(instant: string, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  return format.format(new Date(instant))
}
