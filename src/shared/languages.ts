/** What the program needs to know of a language beside its texts, which are in `src/texts/<code>`. */
export interface LanguageFacts {
  /** In the language itself. */
  readonly name: string
  /** Shown where the game's `flags.svg` has no symbol `flag-<code>`. */
  readonly flag: string
  readonly direction: 'ltr' | 'rtl'
  /** As Open Graph names it. */
  readonly openGraph: string
  /** Its letters; they decide which faces a page carries. */
  readonly letters: Letters
  /** Whether the landing page's list of languages has it; the menu in the header has them all. */
  readonly isListed: boolean
}

/** Letters the shop has faces for; `system` where it has none. Latin ones are on every page, in the game's title. */
export type Letters = 'latin' | 'latin-accents' | 'cyrillic' | 'arabic' | 'hebrew' | 'chinese' | 'system'

/** The languages of the site, by their ISO 639-1 codes. A new row does not compile until the language has all its texts. */
export const LANGUAGE_TABLE = {
  en: {
    name: 'English',
    flag: '🇺🇸',
    direction: 'ltr',
    openGraph: 'en_US',
    letters: 'latin',
    isListed: true,
  },
  ru: {
    name: 'Русский',
    flag: '🇷🇺',
    direction: 'ltr',
    openGraph: 'ru_RU',
    letters: 'cyrillic',
    isListed: true,
  },
  zh: {
    name: '中文',
    flag: '🇨🇳',
    direction: 'ltr',
    openGraph: 'zh_CN',
    letters: 'chinese',
    isListed: true,
  },
  ar: {
    name: 'العربية',
    flag: '🇸🇦',
    direction: 'rtl',
    openGraph: 'ar_AR',
    letters: 'arabic',
    isListed: true,
  },
  fr: {
    name: 'Français',
    flag: '🇫🇷',
    direction: 'ltr',
    openGraph: 'fr_FR',
    letters: 'latin-accents',
    isListed: true,
  },
  de: {
    name: 'Deutsch',
    flag: '🇩🇪',
    direction: 'ltr',
    openGraph: 'de_DE',
    letters: 'latin-accents',
    isListed: true,
  },
  he: {
    name: 'עברית',
    flag: '🇮🇱',
    direction: 'rtl',
    openGraph: 'he_IL',
    letters: 'hebrew',
    isListed: false,
  },
} as const satisfies Readonly<Record<string, LanguageFacts>>
/** A language of the site, by its ISO 639-1 code. */
export type Language = keyof typeof LANGUAGE_TABLE

/** In the order in which a reader is offered them, where the game folder states no order of its own. */
export const LANGUAGES = Object.keys(LANGUAGE_TABLE) as readonly Language[]

/** Whether a text is the code of a language of the site: lower case, without a region. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGE_TABLE, text)
}

/** Whether a language is written from right to left: Arabic and Hebrew. */
export function isRightToLeft(language: Language): boolean {
  return LANGUAGE_TABLE[language].direction === 'rtl'
}

/** The first of the languages a shop offers: of a reader who has chosen none of them. */
export function defaultLanguage([first]: readonly Language[]): Language {
  if (first === undefined) throw new RangeError('expected a shop that offers a language, it offers none')
  return first
}

/** A language as it is stored or asked for, if the shop offers it; otherwise its default language. */
export function offeredLanguage(text: string, offered: readonly Language[]): Language {
  return offered.find((language) => language === text) ?? defaultLanguage(offered)
}

/**
 * The language for a browser that has made no choice: its first language if the shop offers it, else the shop's default.
 *
 * @param accepted an Accept-Language header or a `navigator.language`, such as `'de-AT,de;q=0.9'`.
 */
export function languageFromBrowser(accepted: string, offered: readonly Language[]): Language {
  const [first = ''] = accepted.split(',')
  const [tag = ''] = first.trim().split(/[-;_]/)
  return offeredLanguage(tag.toLowerCase(), offered)
}
