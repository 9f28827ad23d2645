import type { Language } from './languages.ts'

// The numbering system is named, so that the server's and the browser's own tables cannot differ.
const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-US',
  ru: 'ru-RU',
  zh: 'zh-CN',
  ar: 'ar-EG-u-nu-arab',
  fr: 'fr-FR',
  de: 'de-DE',
  he: 'he-IL',
}

/** The locale for numbers and dates: ar-EG in Arabic. */
export function localeOf(language: Language): string {
  return LOCALES[language]
}
