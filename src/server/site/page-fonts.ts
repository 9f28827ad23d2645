import { LANGUAGE_TABLE, type Language, type Letters } from '#shared/languages.ts'

/** Style sheets with the faces of letters; `text` has that of running text. */
export const LETTER_SHEETS = ['latin', 'accents', 'text', 'cyrillic', 'arabic', 'hebrew'] as const
/** One of {@link LETTER_SHEETS}. */
export type LetterSheet = (typeof LETTER_SHEETS)[number]

/** A style sheet with a face that is too large to be fetched with the page. */
export type LateLetterSheet = 'chinese'

/** The fonts of a script, in addition to the Latin ones of headings, which every page has for the game's title. */
interface LetterFonts {
  readonly sheets: readonly LetterSheet[]
  /** Preloaded, so that no line moves when they arrive. */
  readonly firstFonts: readonly string[]
  readonly labelFonts?: readonly string[]
  readonly lateSheet?: LateLetterSheet
}

const LETTER_FONTS: Readonly<Record<Letters, LetterFonts>> = {
  latin: {
    sheets: ['accents', 'text'],
    firstFonts: ['alegreya-sans-400'],
    labelFonts: ['alegreya-sans-700'],
  },
  'latin-accents': {
    sheets: ['accents', 'text'],
    firstFonts: ['cinzel-accents-600', 'alegreya-sans-400'],
    labelFonts: ['alegreya-sans-700'],
  },
  cyrillic: {
    sheets: ['text', 'cyrillic'],
    firstFonts: ['cormorant-sc-700', 'alegreya-sans-400', 'alegreya-sans-cyrillic-400'],
    labelFonts: ['alegreya-sans-700', 'alegreya-sans-cyrillic-700'],
  },
  arabic: { sheets: ['arabic'], firstFonts: ['el-messiri-600'] },
  hebrew: { sheets: ['hebrew'], firstFonts: ['frank-ruhl-libre-600'] },
  chinese: { sheets: [], firstFonts: [], lateSheet: 'chinese' },
  system: { sheets: [], firstFonts: [] },
}

/** The style sheets with the faces of a language's page. */
export function letterSheets(language: Language): readonly LetterSheet[] {
  return ['latin', ...fontsOf(language).sheets]
}

/** The faces of a language's first screen, by the names of their files in `src/web/fonts`. */
export function firstFonts(language: Language): readonly string[] {
  return ['cinzel-decorative-900', 'cinzel-600', ...fontsOf(language).firstFonts]
}

/** The faces of labels in a language, which the landing page does not have; named as by `firstFonts`. */
export function labelFonts(language: Language): readonly string[] {
  return fontsOf(language).labelFonts ?? []
}

/** The style sheets with the faces of a language's headings that are fetched after the page. */
export function lateLetterSheets(language: Language): readonly LateLetterSheet[] {
  const { lateSheet } = fontsOf(language)
  return lateSheet === undefined ? [] : [lateSheet]
}

function fontsOf(language: Language): LetterFonts {
  return LETTER_FONTS[LANGUAGE_TABLE[language].letters]
}
