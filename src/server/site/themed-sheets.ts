import { colorsOf, type Theme } from '#shared/game-theme.ts'
import { PAGE_SHEETS, type Sheets } from './page-css.ts'
import { facesOf, withoutReplaced } from './theme-fonts.ts'
import { themedCss } from './theme-css.ts'
import { LETTER_SHEETS } from './page-fonts.ts'

/**
 * The style sheets of pages with the colours and typefaces of a theme; as they are without one.
 *
 * @param pathOf where a file of the game's `fonts` is served.
 */
export function themedSheets(sheets: Sheets, theme: Theme | null, pathOf: (file: string) => string): Sheets {
  if (theme === null) return sheets
  const colors = colorsOf(theme)
  const letters = LETTER_SHEETS.map(
    (name) => [name, withoutReplaced(name, sheets[name], theme.fonts)] as const,
  )
  const names = ['site', ...new Set(Object.values(PAGE_SHEETS))] as const
  const pages = names.flatMap((name) =>
    name === null ? [] : [[name, themedCss(sheets[name], colors)] as const],
  )
  return {
    ...sheets,
    ...(Object.fromEntries([...letters, ...pages]) as Partial<Sheets>),
    theme: facesOf(theme.fonts, pathOf),
  }
}
