import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Game, Picture } from '#shared/game.ts'
import { SECTION_IDS } from '#shared/game-texts.ts'

/** Lists the files and symbols that a game uses and its `pictures` lacks, one line each. */
export function pictureFaults(folder: string, game: Game): string[] {
  const pictures = join(folder, 'pictures')
  const missing = filesOf(game).filter((file) => !existsSync(join(pictures, file)))
  return [
    ...missing.map((file) => `pictures/${file}: missing`),
    ...missingIcons(pictures, game).map((icon) => `pictures/icons.svg: no symbol ${icon}`),
  ]
}

/** Every picture of a game. */
export function picturesOf(game: Game): Picture[] {
  const ofEntries = entriesOf(game).map((entry) => ('picture' in entry ? entry.picture : undefined))
  const ofKeys = game.editions.map(({ redeem }) => redeem?.picture)
  const ofSections = Object.values(game.sectionPictures)
  return [game.hero, ...ofEntries, ...ofKeys, ...ofSections].filter((picture) => picture !== undefined)
}

/** The entries of every section. */
function entriesOf(game: Game) {
  return SECTION_IDS.flatMap((section) => [...game[section]])
}

function filesOf(game: Game): string[] {
  const sizes = picturesOf(game).flatMap(({ name, widths }) => [
    ...widths.flatMap((width) => [`${name}-${String(width)}.avif`, `${name}-${String(width)}.webp`]),
    `${name}-placeholder.webp`,
  ])
  return [...new Set([...sizes, game.share, 'icon.svg', ...game.partners.map(({ mark }) => mark)])]
}

function missingIcons(pictures: string, game: Game): string[] {
  const there = symbolsOf(join(pictures, 'icons.svg'))
  return [...new Set(entriesOf(game).flatMap((entry) => ('icon' in entry ? [entry.icon] : [])))].filter(
    (icon) => !there.has(icon),
  )
}

/** The symbols of a sprite; none if the file is missing. */
export function symbolsOf(file: string): ReadonlySet<string> {
  if (!existsSync(file)) return new Set()
  const found = readFileSync(file, 'utf8').matchAll(/<symbol[^>]*\sid="([^"]+)"/g)
  return new Set([...found].map(([, id = '']) => id))
}
