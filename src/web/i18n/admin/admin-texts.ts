import type { Language } from '#shared/languages.ts'
import type { Shape } from '#web/i18n/dictionary.ts'
import type { ar } from './ar.ts'

/** What the back office says: Arabic is its first language and gives the keys; one that is missing fails the build. */
export type AdminTexts = Shape<typeof ar>

const LOADERS: Readonly<Record<Language, () => Promise<AdminTexts>>> = {
  ar: () => import('./ar.ts').then((module) => module.ar),
  en: () => import('./en.ts').then((module) => module.en),
  ru: () => import('./ru.ts').then((module) => module.ru),
  zh: () => import('./zh.ts').then((module) => module.zh),
  fr: () => import('./fr.ts').then((module) => module.fr),
  de: () => import('./de.ts').then((module) => module.de),
  he: () => import('./he.ts').then((module) => module.he),
}

/** The texts of a language, fetched when first wanted. */
export function loadAdminTexts(language: Language): Promise<AdminTexts> {
  return LOADERS[language]()
}
