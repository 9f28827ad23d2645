import { readCookie } from '#server/formats/cookies.ts'
import { isLanguage, languageFromBrowser, type Language } from '#shared/languages.ts'

/** What a request says about its reader's language, in the order it counts. */
interface LanguageHints {
  /** `?lang=ar`: the address of one language; of a call the language of the page it comes from. */
  readonly query: string | null
  /** The Cookie header. */
  readonly cookie: string | undefined
  /** The Accept-Language header. */
  readonly acceptLanguage: string | undefined
}

/** The language of a page: what the address names, else the stored choice, else the browser's first, else English. */
export function chooseLanguage(hints: LanguageHints): Language {
  const wanted = [
    hints.query,
    readCookie(hints.cookie, 'language'),
    languageFromBrowser(hints.acceptLanguage ?? ''),
  ]
  return wanted.filter((code) => typeof code === 'string').find(isLanguage) ?? 'en'
}
