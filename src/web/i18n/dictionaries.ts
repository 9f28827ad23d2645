import type { Language } from '#shared/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import type { Dictionary } from './dictionary.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

// All of them at once: for the server's rendering and for tests. Browsers fetch one, see load-dictionary.ts.
export const DICTIONARIES: Readonly<Partial<Record<Language, Dictionary>>> = { en, ru, zh, ar, fr, de, he }

/** The texts of a language; English where it has none yet. */
export function dictionaryOf(language: Language): Dictionary {
  return DICTIONARIES[language] ?? en
}
