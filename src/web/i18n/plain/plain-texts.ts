import type { Language } from '#shared/languages.ts'
import type { Shape } from '#web/i18n/dictionary.ts'
import { en } from './en.ts'

/** What the pages without script say in every language: the keys of English. */
export type PlainTexts = Shape<typeof en>

const TEXTS: Readonly<Partial<Record<Language, PlainTexts>>> = { en }

/** For the server's rendering only: no browser fetches these. */
export function plainTextsOf(language: Language): PlainTexts {
  return TEXTS[language] ?? en
}
