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

/**
 * Chooses the language of a page: that of the URL, else the stored choice, else the browser's first, else English. A stored
 * choice that is no language of the shop is English.
 */
export function chooseLanguage({ query, cookie, acceptLanguage }: LanguageHints): Language {
  if (query !== null && isLanguage(query)) return query
  const wanted = readCookie(cookie, 'language') ?? languageFromBrowser(acceptLanguage ?? '')
  return isLanguage(wanted) ? wanted : 'en'
}
