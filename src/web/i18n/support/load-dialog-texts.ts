import type { Language } from '#shared/languages.ts'
import type { Shape } from '#web/i18n/dictionary.ts'
import type { dialogsEn } from './dialogs-en.ts'

/** What the dialogs say that a visitor may ask for: the keys of English. */
export type DialogTexts = Shape<typeof dialogsEn>

const LOADERS: Readonly<Record<Language, () => Promise<DialogTexts>>> = {
  en: () => import('./dialogs-en.ts').then((module) => module.dialogsEn),
  ru: () => import('./dialogs-ru.ts').then((module) => module.dialogsRu),
  zh: () => import('./dialogs-zh.ts').then((module) => module.dialogsZh),
  ar: () => import('./dialogs-ar.ts').then((module) => module.dialogsAr),
  fr: () => import('./dialogs-fr.ts').then((module) => module.dialogsFr),
  de: () => import('./dialogs-de.ts').then((module) => module.dialogsDe),
  he: () => import('./dialogs-he.ts').then((module) => module.dialogsHe),
}

/** The texts of a language, fetched with the first dialog that is asked for. */
export function loadDialogTexts(language: Language): Promise<DialogTexts> {
  return LOADERS[language]()
}
