/** The languages of the site. Hebrew stands in the header dropdown only (spec section 2). */
export const LANGUAGES = ['en', 'ru', 'zh', 'ar', 'fr', 'de', 'he'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language by its own name, with the flag the spec shows beside it. */
export const LANGUAGE_ENTRIES: readonly {
  readonly code: Language
  readonly name: string
  readonly flag: string
}[] = [
  { code: 'en', name: 'English', flag: '🇺🇸' },
  { code: 'ru', name: 'Русский', flag: '🇷🇺' },
  { code: 'zh', name: '中文', flag: '🇨🇳' },
  { code: 'ar', name: 'العربية', flag: '🇸🇦' },
  { code: 'fr', name: 'Français', flag: '🇫🇷' },
  { code: 'de', name: 'Deutsch', flag: '🇩🇪' },
  { code: 'he', name: 'עברית', flag: '🇮🇱' },
]

export function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text)
}

export function isRightToLeft(language: Language): boolean {
  return language === 'ar' || language === 'he'
}

/**
 * The language for a browser that has made no choice: its first language if it is one of ours, else English.
 *
 * @param accepted an Accept-Language header or a `navigator.language`, such as `'de-AT,de;q=0.9'`.
 */
export function languageFromBrowser(accepted: string): Language {
  const [first = ''] = accepted.split(',')
  const [tag = ''] = first.trim().split(/[-;_]/)
  const prefix = tag.toLowerCase()
  return isLanguage(prefix) ? prefix : 'en'
}
