import type { Language } from '#shared/languages.ts'
import { arRendered } from './ar/rendered.ts'
import { deRendered } from './de/rendered.ts'
import { enRendered, type RenderedTexts } from './en/rendered.ts'
import { frRendered } from './fr/rendered.ts'
import { heRendered } from './he/rendered.ts'
import { ruRendered } from './ru/rendered.ts'
import { zhRendered } from './zh/rendered.ts'

// All languages at once: for the server's rendering and for tests. Browser scripts must not import this file.
const RENDERED: Readonly<Record<Language, RenderedTexts>> = {
  en: enRendered,
  ru: ruRendered,
  zh: zhRendered,
  ar: arRendered,
  fr: frRendered,
  de: deRendered,
  he: heRendered,
}

export function siteTextsOf(language: Language): RenderedTexts['site'] {
  return RENDERED[language].site
}

export function orderPageTextsOf(language: Language): RenderedTexts['orderPage'] {
  return RENDERED[language].orderPage
}

/** The texts of the pages that work without a script. */
export function plainTextsOf(language: Language): RenderedTexts['plain'] {
  return RENDERED[language].plain
}

/** The texts around the studio's legal documents, and of the links to them. */
export function legalPageTextsOf(language: Language): RenderedTexts['legalPage'] {
  return RENDERED[language].legalPage
}

export function signInTextsOf(language: Language): RenderedTexts['signIn'] {
  return RENDERED[language].signIn
}

/** The texts of the announcement and the support buttons, at the bottom of every page. */
export function supportTextsOf(language: Language): RenderedTexts['support'] {
  return RENDERED[language].support
}
