import { readCookie } from '#server/formats/cookies.ts'
import { languageFromBrowser, offeredLanguage, type Language } from '#shared/languages.ts'

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
 * Chooses the language of a page: that of the URL, else the stored choice, else the browser's first, else the first that the
 * shop offers. So is a stored choice that the shop does not offer.
 */
export function chooseLanguage(
  { query, cookie, acceptLanguage }: LanguageHints,
  offered: readonly Language[],
): Language {
  const named = offered.find((language) => language === query)
  if (named !== undefined) return named
  const stored = readCookie(cookie, 'language')
  return stored === null
    ? languageFromBrowser(acceptLanguage ?? '', offered)
    : offeredLanguage(stored, offered)
}
