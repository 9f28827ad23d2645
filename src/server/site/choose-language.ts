import { readCookie } from '#server/formats/cookies.ts'
import { isLanguage, languageFromBrowser, type Language } from '#shared/languages.ts'

/** The parts of a request that determine the language, by priority. */
interface LanguageHints {
  /** The language in the URL, `?lang=ar`; for a call that of the page that makes it. */
  readonly query: string | null
  /** The Cookie header. */
  readonly cookie: string | undefined
  /** The Accept-Language header. */
  readonly acceptLanguage: string | undefined
}

/** Chooses the language of a page: that of the URL, else the stored choice, else the browser's first, else English. */
export function chooseLanguage(hints: LanguageHints): Language {
  const wanted = [
    hints.query,
    readCookie(hints.cookie, 'language'),
    languageFromBrowser(hints.acceptLanguage ?? ''),
  ]
  return wanted.filter((code) => typeof code === 'string').find(isLanguage) ?? 'en'
}
