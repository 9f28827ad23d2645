import { LANGUAGES, type Language } from '#shared/languages.ts'
import type { Dictionary } from './dictionary.ts'

const LOADERS: Partial<Record<Language, () => Promise<Dictionary>>> = {
  en: () => import('./en.ts').then((module) => module.en),
  ru: () => import('./ru.ts').then((module) => module.ru),
  zh: () => import('./zh.ts').then((module) => module.zh),
  ar: () => import('./ar.ts').then((module) => module.ar),
  fr: () => import('./fr.ts').then((module) => module.fr),
  de: () => import('./de.ts').then((module) => module.de),
  he: () => import('./he.ts').then((module) => module.he),
}

/** The languages that have a dictionary; the page offers no others. */
export const AVAILABLE_LANGUAGES: readonly Language[] = LANGUAGES.filter((language) => language in LOADERS)

/** The texts of a language, fetched when first wanted; English where a language has none yet. */
export async function loadDictionary(language: Language): Promise<Dictionary> {
  const load = LOADERS[language] ?? LOADERS.en
  if (load === undefined)
    throw new Error('expected an English dictionary, got none; add one to load-dictionary.ts')
  return await load()
}
