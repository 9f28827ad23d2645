import type { Language } from '#shared/languages.ts'
import type { Shape } from '#web/i18n/dictionary.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

/** What the pages without script say in every language: the keys of English. */
export type PlainTexts = Shape<typeof en>

// For the server's rendering only: no browser fetches these.
export const PLAIN_TEXTS: Readonly<Record<Language, PlainTexts>> = { en, ru, zh, ar, fr, de, he }

export function plainTextsOf(language: Language): PlainTexts {
  return PLAIN_TEXTS[language]
}
