import type { LegalDocumentName } from '#shared/game-legal.ts'
import type { Language } from '#shared/languages.ts'
import { cssForLanguage } from './css-for-language.ts'
import { letterSheets, type LetterSheet } from './page-fonts.ts'

export type PageName =
  | 'landing'
  | 'notFound'
  | 'credits'
  | LegalDocumentName
  | 'wallet'
  | 'mail'
  | 'order'
  | 'embed'
  | 'signIn'
  | 'admin'
  | 'plain'
  | 'docs'

type PageSheet = 'landing' | 'credits' | 'legal' | 'notFound' | 'shell' | 'plain' | 'docs'

/**
 * The style sheets of the build, by purpose; `theme` has the faces of the game's own typefaces. `currencies` is empty where
 * there is nothing to choose.
 */
export type Sheets = Readonly<Record<'site' | 'currencies' | PageSheet | LetterSheet | 'theme', string>>

/** The style sheet of each page; the back office has its styles in a file. */
export const PAGE_SHEETS: Readonly<Record<PageName, PageSheet | null>> = {
  landing: 'landing',
  credits: 'credits',
  imprint: 'legal',
  privacy: 'legal',
  terms: 'legal',
  accessibility: 'legal',
  notFound: 'notFound',
  wallet: 'shell',
  mail: 'shell',
  order: 'plain',
  embed: 'shell',
  signIn: 'shell',
  admin: null,
  plain: 'plain',
  docs: 'docs',
}

/** The pages that a currency of prices is chosen on. */
const HAS_PRICES: ReadonlySet<PageName> = new Set<PageName>(['landing', 'plain', 'embed'])

/**
 * The inline styles of a page: the fonts of its script, the common styles and its own. Of the landing page's only those of
 * its language: other pages have parts in several.
 */
export function pageCss(sheets: Sheets, page: PageName, language: Language): string {
  const choice = HAS_PRICES.has(page) ? 'currencies' : null
  const names = [...letterSheets(language), 'site', PAGE_SHEETS[page], choice, 'theme'] as const
  const css = names.map((name) => (name === null ? '' : sheets[name])).join('')
  return page === 'landing' ? cssForLanguage(css, language) : css
}
