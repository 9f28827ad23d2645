import type { Language } from '#shared/languages.ts'

/** Arabic as in Egypt (the spec's choice); the others as their reader's browser writes them. */
export function dateLocale(language: Language, browserLanguage: string): string {
  if (language === 'ar') return 'ar-EG'
  return browserLanguage.toLowerCase().startsWith(language) ? browserLanguage : language
}

/** A day: `٢١‏/١١‏/٢٠٢٦` in Arabic. */
export function formatDay(language: Language, at: string): string {
  return new Intl.DateTimeFormat(dateLocale(language, navigator.language)).format(new Date(at))
}

/** A day and its time, to the minute. */
export function formatMoment(language: Language, at: string): string {
  const locale = dateLocale(language, navigator.language)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}
