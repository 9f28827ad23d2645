import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod'
import { Game } from '#shared/game.ts'
import { GameCredits } from '#shared/game-credits.ts'
import { legalFaults, LegalTexts } from '#shared/game-legal.ts'
import { GameTexts, textFaults } from '#shared/game-texts.ts'
import { defaultLanguage, LANGUAGES, type Language } from '#shared/languages.ts'
import { studioTextsIn, type StudioTexts } from '#shared/studio-texts.ts'
import { pictureFaults } from './picture-faults.ts'
import { fontFaults } from './theme-fonts.ts'
import { trailerFaults } from './trailer-faults.ts'

/** The game folder is invalid; the message lists every faulty file and its faults. */
export class GameFolderError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`game folder: not usable; put right what follows\n${faults.join('\n')}`)
    this.name = 'GameFolderError'
    this.faults = faults
  }
}

/** The content of a game folder. */
export interface GameFolder {
  readonly folder: string
  readonly game: Game
  /** A language without its own file has the texts of the default language. */
  readonly texts: Readonly<Record<Language, GameTexts>>
  readonly credits: GameCredits
  readonly legal: StudioTexts<LegalTexts>
}

/**
 * Reads a game folder and checks that every file it names exists.
 *
 * @throws {GameFolderError} with all faults of fields, texts, pictures, icons and the trailer.
 */
export function openGameFolder(folder: string): GameFolder {
  const faults: string[] = []
  const credits = readCredits(folder, faults)
  const game = read(folder, 'game.json', Game, faults)
  // without game.json the required texts and pictures are unknown
  const texts = game === null ? null : readAllTexts(folder, game, faults)
  const legal = game === null ? null : readAllLegal(folder, game, faults)
  if (game !== null) faults.push(...pictureFaults(folder, game))
  if (game?.theme) faults.push(...fontFaults(folder, game.theme.fonts))
  if (game?.trailer) faults.push(...trailerFaults(folder, game.trailer, game.languages))
  if (game === null || texts === null || legal === null || faults.length > 0)
    throw new GameFolderError(faults)
  return { folder, game, texts, legal, credits: credits ?? NO_CREDITS }
}

/**
 * Reads `game.json` of a game folder.
 *
 * @throws {GameFolderError} if the file is missing or a field does not match {@link Game}.
 */
export function loadGame(folder: string): Game {
  const faults: string[] = []
  const game = read(folder, 'game.json', Game, faults)
  if (game === null) throw new GameFolderError(faults)
  return game
}

/**
 * Reads the texts of a game folder. A language without its own file has the texts of the default language.
 *
 * @param game the game the texts are for.
 * @throws {GameFolderError} if the default language or a text is missing, or a text is for an entry the game does not have.
 */
export function loadGameTexts(folder: string, game: Game): Record<Language, GameTexts> {
  const faults: string[] = []
  const texts = readAllTexts(folder, game, faults)
  if (texts === null) throw new GameFolderError(faults)
  return texts
}

const NO_CREDITS: GameCredits = { hasShopRenders: false, icons: [], pictures: [], others: [] }

/** Reads the credits. The file is optional: a game with its own pictures and icons needs none. */
function readCredits(folder: string, faults: string[]): GameCredits | null {
  const file = 'credits.json'
  return existsSync(join(folder, file)) ? read(folder, file, GameCredits, faults) : null
}

function readAllLegal(folder: string, game: Game, faults: string[]): StudioTexts<LegalTexts> | null {
  return readLanguages(folder, 'legal', game.languages, (file) => {
    const texts = read(folder, file, LegalTexts, faults)
    if (texts !== null) faults.push(...legalFaults(texts, game.editions).map((fault) => `${file}: ${fault}`))
    return texts
  })
}

function readAllTexts(folder: string, game: Game, faults: string[]): Record<Language, GameTexts> | null {
  const all = readLanguages(folder, 'texts', game.languages, (file) => readTexts(folder, file, game, faults))
  if (all === null) return null
  const entries = LANGUAGES.map((language) => [language, studioTextsIn(all, language).texts] as const)
  return Object.fromEntries(entries) as Record<Language, GameTexts>
}

/** Reads the file of every offered language that has one. The default one must have one. Null if a file cannot be used. */
function readLanguages<Texts>(
  folder: string,
  part: 'texts' | 'legal',
  languages: readonly Language[],
  readFile: (file: string) => Texts | null,
): StudioTexts<Texts> | null {
  const written = new Map<Language, Texts>()
  let isUsable = true
  const language = defaultLanguage(languages)
  for (const offered of languages) {
    const file = join(part, `${offered}.json`)
    if (offered !== language && !existsSync(join(folder, file))) continue
    const texts = readFile(file)
    if (texts === null) isUsable = false
    else written.set(offered, texts)
  }
  const texts = written.get(language)
  return texts === undefined || !isUsable ? null : { standIn: { language, texts }, written }
}

function readTexts(folder: string, file: string, game: Game, faults: string[]): GameTexts | null {
  const texts = read(folder, file, GameTexts, faults)
  if (texts === null) return null
  const faultsOfTexts = textFaults(game, texts)
  faults.push(...faultsOfTexts.map((fault) => `${file}: ${fault}`))
  return faultsOfTexts.length > 0 ? null : texts
}

/** Reads and validates a file; null if it is invalid, and then its faults are added to `faults`. */
function read<T extends z.ZodType>(
  folder: string,
  file: string,
  schema: T,
  faults: string[],
): z.output<T> | null {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  } catch (error) {
    faults.push(`${file}: ${reasonOf(error)}`)
    return null
  }
  const result = schema.safeParse(json)
  if (result.success) return result.data
  faults.push(
    ...result.error.issues.map((issue) => `${file}: ${issue.path.map(String).join('.')}: ${issue.message}`),
  )
  return null
}

/** Describes an error without the absolute path that the system's message contains. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return `no JSON: ${error.message}`
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'missing' : 'cannot be read'
}
