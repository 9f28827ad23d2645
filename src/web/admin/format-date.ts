import type { Language } from '#shared/languages.ts'

/** Arabic dates use Egypt's conventions; all others use the browser's locale. */
function dateLocale(language: Language, browserLanguage: string): string {
  if (language === 'ar') return 'ar-EG'
  return browserLanguage.toLowerCase().startsWith(language) ? browserLanguage : language
}

/** Formats a day: `٢١‏/١١‏/٢٠٢٦` in Arabic. */
export function formatDay(language: Language, at: string): string {
  return new Intl.DateTimeFormat(dateLocale(language, navigator.language)).format(new Date(at))
}

/** Formats a day and a time, to the minute. */
export function formatMoment(language: Language, at: string): string {
  const locale = dateLocale(language, navigator.language)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}
