import type { LegalDocumentName } from '#shared/game-legal.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'
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
export type Sheets = Readonly<
  Record<'site' | 'currencies' | 'transition' | PageSheet | LetterSheet | 'theme', string>
>

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
/** The pages that readers open first: styles or the loader in a file would be one more way to the server before they are drawn. */
const IS_FIRST: ReadonlySet<PageName> = new Set<PageName>(['landing', 'embed'])

export const isFirstPage = (page: PageName) => IS_FIRST.has(page)

/** The styles of a page: first the files, then what is put into the page. */
export interface PageStyles {
  /** What the page shares with others, so that a reader's next page needs it no more. */
  readonly files: readonly string[]
  readonly inside: string
}

/** Adds a style sheet to the files of the site, and returns its path. */
type AddSheet = (name: string, css: string) => string

/**
 * The styles of each page. Those inside a page are taken apart once, when it is first asked for. Files are added at once: a page
 * that another process has sent names them too.
 */
export function stylesOfPages(
  sheets: Sheets,
  addFile: AddSheet,
): (page: PageName, language: Language) => PageStyles {
  const known = new Map<string, PageStyles>()
  const stylesOf = (page: PageName, language: Language) => {
    const key = `${page} ${language}`
    const styles = known.get(key) ?? pageStyles(sheets, page, language, addFile)
    known.set(key, styles)
    return styles
  }
  for (const page of Object.keys(PAGE_SHEETS) as PageName[])
    if (!isFirstPage(page)) for (const language of LANGUAGES) stylesOf(page, language)
  return stylesOf
}

/**
 * The fonts of a page's script, the common styles and its own. Of the landing page's only those of its language: other pages
 * have parts in several.
 */
function pageStyles(sheets: Sheets, page: PageName, language: Language, addFile: AddSheet): PageStyles {
  const cssOf = (names: readonly (keyof Sheets)[]) => names.map((name) => sheets[name]).join('')
  const common = [...letterSheets(language), 'site', 'theme'] as const
  const sheet = PAGE_SHEETS[page]
  const own = [...(sheet === null ? [] : [sheet]), ...(HAS_PRICES.has(page) ? (['currencies'] as const) : [])]
  if (isFirstPage(page)) {
    const inside = cssOf([...common, ...own, 'transition'])
    return { files: [], inside: page === 'landing' ? cssForLanguage(inside, language) : inside }
  }
  const files = [addFile('common', cssOf(common))]
  if (sheet !== null) files.push(addFile(sheet, cssOf(own)))
  return { files, inside: sheets.transition }
}
