import type { Language } from '#shared/languages.ts'
import type { BuyerTexts } from './buyer-texts.ts'

const LOADERS: Readonly<Record<Language, () => Promise<BuyerTexts>>> = {
  en: () => import('./en.ts').then((module) => module.en),
  ru: () => import('./ru.ts').then((module) => module.ru),
  zh: () => import('./zh.ts').then((module) => module.zh),
  ar: () => import('./ar.ts').then((module) => module.ar),
  fr: () => import('./fr.ts').then((module) => module.fr),
  de: () => import('./de.ts').then((module) => module.de),
  he: () => import('./he.ts').then((module) => module.he),
}

/** The order page's texts in a language, fetched when first wanted. */
export async function loadBuyerTexts(language: Language): Promise<BuyerTexts> {
  return await LOADERS[language]()
}
