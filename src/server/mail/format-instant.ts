import { type Language, localeOf } from '#shared/languages.ts'

/**
 * A time as the language writes it, in UTC and saying so: a mail does not know its reader's clock.
 *
 * @param instant as `toISOString` gives it.
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
