import type { Language } from '#shared/languages.ts'
import { oncePerLanguage } from './format.ts'

const instantFormat = oncePerLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
)

/**
 * Formats a time for a language, always in UTC: a mail does not know its reader's time zone.
 *
 * @param instant an ISO 8601 string, as from `toISOString`.
 */
export function formatInstant(instant: string, language: Language): string {
  return instantFormat(language).format(new Date(instant))
}
