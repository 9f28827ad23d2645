import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FontRole, Theme, Typeface } from '#shared/game-theme.ts'
import { LANGUAGE_TABLE, type Language, type Letters } from '#shared/languages.ts'
import { cssBlocks } from './css-blocks.ts'
import type { LetterSheet } from './page-fonts.ts'

type ThemeFonts = Theme['fonts']

/** The families of a role: the first is that of its faces, the others stand in until those are loaded. */
const FAMILIES: Readonly<Record<FontRole, readonly string[]>> = {
  title: ['Display Title', 'Title Stand-in'],
  heading: ['Display', 'Display Stand-in', 'Display Second Stand-in'],
  text: ['Text'],
}

/** The style sheets with the shop's faces for Latin letters. */
const LATIN_SHEETS: ReadonlySet<string> = new Set(['latin', 'accents', 'text'] satisfies LetterSheet[])

const ROLES = Object.keys(FAMILIES) as FontRole[]

/** A letter that a page in a script cannot do without. The game's title is in Latin letters on every page. */
const LETTER: Readonly<Record<Letters, number>> = {
  latin: 0x41,
  'latin-accents': 0xe9,
  cyrillic: 0x430,
  arabic: 0x628,
  hebrew: 0x5d0,
  chinese: 0x4e00,
  system: 0x41,
}

/** Lists what is wrong with the files of a theme's typefaces, one line each. */
export function fontFaults(folder: string, fonts: ThemeFonts): string[] {
  return typefacesOf(fonts).flatMap(({ files }) =>
    files.flatMap(({ file }) => {
      const path = join(folder, 'fonts', file)
      if (!existsSync(path)) return [`fonts/${file}: missing`]
      return readFileSync(path).toString('latin1', 0, 4) === 'wOF2' ? [] : [`fonts/${file}: expected woff2`]
    }),
  )
}

/** The typefaces of a theme, for the credits. */
export function typefacesOf(fonts: ThemeFonts): readonly Typeface[] {
  return ROLES.flatMap((role) => {
    const face = fonts[role]
    return face === undefined || face === 'system' ? [] : [face]
  })
}

/**
 * A style sheet of the shop's faces without those that a theme replaces: its Latin ones, or with the system's fonts all of
 * them. Letters that a theme's typeface lacks keep the shop's face for their script.
 */
export function withoutReplaced(sheet: LetterSheet, css: string, fonts: ThemeFonts): string {
  const isGone = (body: string) =>
    ROLES.some((role) => {
      const face = fonts[role]
      if (face === undefined || (face !== 'system' && !LATIN_SHEETS.has(sheet))) return false
      return FAMILIES[role].includes(familyOf(body))
    })
  return cssBlocks(css)
    .filter(({ head, body }) => head !== '@font-face' || body === null || !isGone(body))
    .map(({ head, body }) => (body === null ? `${head};` : `${head}{${body}}`))
    .join('')
}

/** The family of a face, whose name the build may have put in quotes. */
function familyOf(body: string): string {
  return /font-family:["']?([^;"']+)/.exec(body)?.[1]?.trim() ?? ''
}

/** The faces of a theme. @param pathOf where a file of `fonts` is served. */
export function facesOf(fonts: ThemeFonts, pathOf: (file: string) => string): string {
  return ROLES.map((role) => {
    const face = fonts[role]
    if (face === undefined) return ''
    if (face === 'system') return SYSTEM[role]
    return face.files
      .map(({ file, unicodeRange, weight }) => {
        const declared = { title: 900, heading: 600, text: weight === 'bold' ? 600 : 400 }[role]
        const size = face.sizePercent === 100 ? '' : `;size-adjust:${String(face.sizePercent)}%`
        const range = unicodeRange === undefined ? '' : `;unicode-range:${unicodeRange}`
        return `@font-face{font-family:${FAMILIES[role][0] ?? ''};font-weight:${String(declared)};font-display:swap;src:url(${pathOf(file)})format("woff2")${size}${range}}`
      })
      .join('')
  }).join('')
}

const SYSTEM: Readonly<Record<FontRole, string>> = {
  title: ':root{--title-font:var(--system-font)}',
  heading: ':root,:lang(zh){--display-font:var(--system-font)}',
  text: '',
}

/** The shop's files of Latin faces, by the role they have. */
const SHOP_FILES: Readonly<Record<FontRole, RegExp>> = {
  title: /^cinzel-decorative/,
  heading: /^cinzel-(accents|\d)/,
  text: /^alegreya-sans-\d/,
}

/** The shop's files of faces of every script. */
const ALL_FILES: Readonly<Record<FontRole, RegExp>> = {
  title: /^cinzel-decorative/,
  heading: /^(cinzel-(accents|\d)|cormorant|el-messiri|frank-ruhl|noto-serif)/,
  text: /^alegreya-sans/,
}

/** Whether a file of the shop's faces is not fetched, since a theme replaces its face. */
export function isReplaced(file: string, fonts: ThemeFonts): boolean {
  return ROLES.some((role) => {
    const face = fonts[role]
    if (face === undefined) return false
    return (face === 'system' ? ALL_FILES : SHOP_FILES)[role].test(file)
  })
}

/** The theme's files that a page in a language needs for its first screen. Bold text is for labels, which come later. */
export function firstThemeFonts(fonts: ThemeFonts, language: Language): readonly string[] {
  const { letters } = LANGUAGE_TABLE[language]
  return ROLES.flatMap((role) => {
    const face = fonts[role]
    if (face === undefined || face === 'system') return []
    const needed = role === 'title' ? [LETTER.latin] : [LETTER.latin, LETTER[letters]]
    return face.files
      .filter(({ weight }) => role !== 'text' || weight === 'regular')
      .filter(({ unicodeRange }) => needed.some((letter) => isInRange(letter, unicodeRange)))
      .map(({ file }) => file)
  })
}

function isInRange(letter: number, unicodeRange: string | undefined): boolean {
  if (unicodeRange === undefined) return true
  return unicodeRange.split(',').some((part) => {
    const [first = '', last = first] = part.trim().slice(2).split('-')
    const [from, to] = [first.replaceAll('?', '0'), last.replaceAll('?', 'f')]
    return Number.parseInt(from, 16) <= letter && letter <= Number.parseInt(to, 16)
  })
}
