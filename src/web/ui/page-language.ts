import type { Language } from '#shared/languages.ts'

/** The language of the page. The server wrote it, so it is not looked up: the table of languages would come with every script. */
export function pageLanguage(): Language {
  return document.documentElement.lang as Language
}
