import { LANGUAGE_TABLE, type Language, type Letters } from '#shared/languages.ts'

/** Style sheets with the faces of letters. */
export type LetterSheet = 'latin' | 'cyrillic' | 'arabic' | 'hebrew'

/** A style sheet with a face that is too large to be fetched with the page. */
export type LateLetterSheet = 'chinese'

/** The fonts of headings in a script, in addition to the Latin ones, which every page has for the game's title. */
interface HeadingFonts {
  readonly sheet: LetterSheet | null
  /** The font of the first screen, preloaded so that no line moves when it arrives. */
  readonly firstFont: string | null
  readonly lateSheet?: LateLetterSheet
}

const HEADING_FONTS: Readonly<Record<Letters, HeadingFonts>> = {
  latin: { sheet: null, firstFont: null },
  'latin-accents': { sheet: null, firstFont: 'cinzel-accents-600' },
  cyrillic: { sheet: 'cyrillic', firstFont: 'cormorant-sc-700' },
  arabic: { sheet: 'arabic', firstFont: 'el-messiri-600' },
  hebrew: { sheet: 'hebrew', firstFont: 'frank-ruhl-libre-600' },
  chinese: { sheet: null, firstFont: null, lateSheet: 'chinese' },
  system: { sheet: null, firstFont: null },
}

/** The style sheets with the faces of a language's headings. */
export function letterSheets(language: Language): readonly LetterSheet[] {
  const { sheet } = HEADING_FONTS[LANGUAGE_TABLE[language].letters]
  return sheet === null ? ['latin'] : ['latin', sheet]
}

/** The display faces of a language's first screen, by the names of their files in `src/web/fonts`. */
export function firstFonts(language: Language): readonly string[] {
  const { firstFont } = HEADING_FONTS[LANGUAGE_TABLE[language].letters]
  const latin = ['cinzel-decorative-900', 'cinzel-600']
  return firstFont === null ? latin : [...latin, firstFont]
}

/** The style sheets with the faces of a language's headings that are fetched after the page. */
export function lateLetterSheets(language: Language): readonly LateLetterSheet[] {
  const { lateSheet } = HEADING_FONTS[LANGUAGE_TABLE[language].letters]
  return lateSheet === undefined ? [] : [lateSheet]
}
