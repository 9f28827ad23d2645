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

/** A JSON file of the folder as it was read. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The files of the folder that the back office can change. */
export interface GameDocuments {
  readonly game: JsonObject
  /** By every language that has a file. */
  readonly texts: ReadonlyMap<Language, JsonObject>
}

/** The content of a game folder. */
export interface GameFolder {
  readonly folder: string
  readonly documents: GameDocuments
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
  const json = readJson(folder, 'game.json', faults)
  const game = json === undefined ? null : parse(json, 'game.json', Game, faults)
  const written = new Map<Language, JsonObject>()
  // without game.json the required texts and pictures are unknown
  const texts = game === null ? null : readAllTexts(folder, game, faults, written)
  const legal = game === null ? null : readAllLegal(folder, game, faults)
  if (game !== null) faults.push(...pictureFaults(folder, game))
  if (game?.theme) faults.push(...fontFaults(folder, game.theme.fonts))
  if (game?.trailer) faults.push(...trailerFaults(folder, game.trailer, game.languages))
  if (game === null || texts === null || legal === null || faults.length > 0)
    throw new GameFolderError(faults)
  const documents = { game: json as JsonObject, texts: written }
  return { folder, documents, game, texts, legal, credits: credits ?? NO_CREDITS }
}

/** A game as its files say it, or their faults. Pictures and other files are not looked at. */
export function parseDocuments(
  documents: GameDocuments,
): Pick<GameFolder, 'game' | 'texts'> | { readonly faults: readonly string[] } {
  const faults: string[] = []
  const game = parse(documents.game, 'game.json', Game, faults)
  if (game === null) return { faults }
  const language = defaultLanguage(game.languages)
  const written = new Map<Language, GameTexts>()
  for (const [one, json] of documents.texts) {
    const texts = parseTexts(json, fileOfTexts(one), game, faults)
    if (texts !== null) written.set(one, texts)
  }
  const texts = written.get(language)
  if (texts === undefined || faults.length > 0) return { faults }
  return { game, texts: inEveryLanguage({ standIn: { language, texts }, written }) }
}

/** The path in the folder of the texts in a language. */
export function fileOfTexts(language: Language): string {
  return join('texts', `${language}.json`)
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

/** @param written gets the files as they were read. */
function readAllTexts(
  folder: string,
  game: Game,
  faults: string[],
  written = new Map<Language, JsonObject>(),
): Record<Language, GameTexts> | null {
  const all = readLanguages(folder, 'texts', game.languages, (file, language) => {
    const json = readJson(folder, file, faults)
    if (json === undefined) return null
    written.set(language, json as JsonObject)
    return parseTexts(json, file, game, faults)
  })
  return all === null ? null : inEveryLanguage(all)
}

function inEveryLanguage(all: StudioTexts<GameTexts>): Record<Language, GameTexts> {
  const entries = LANGUAGES.map((language) => [language, studioTextsIn(all, language).texts] as const)
  return Object.fromEntries(entries) as Record<Language, GameTexts>
}

/** Reads the file of every offered language that has one. The default one must have one. Null if a file cannot be used. */
function readLanguages<Texts>(
  folder: string,
  part: 'texts' | 'legal',
  languages: readonly Language[],
  readFile: (file: string, language: Language) => Texts | null,
): StudioTexts<Texts> | null {
  const written = new Map<Language, Texts>()
  let isUsable = true
  const language = defaultLanguage(languages)
  for (const offered of languages) {
    const file = join(part, `${offered}.json`)
    if (offered !== language && !existsSync(join(folder, file))) continue
    const texts = readFile(file, offered)
    if (texts === null) isUsable = false
    else written.set(offered, texts)
  }
  const texts = written.get(language)
  return texts === undefined || !isUsable ? null : { standIn: { language, texts }, written }
}

function parseTexts(json: unknown, file: string, game: Game, faults: string[]): GameTexts | null {
  const texts = parse(json, file, GameTexts, faults)
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
  const json = readJson(folder, file, faults)
  return json === undefined ? null : parse(json, file, schema, faults)
}

/** Undefined if the file is missing or no JSON, and then its fault is added to `faults`. */
function readJson(folder: string, file: string, faults: string[]): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, file), 'utf8'))
  } catch (error) {
    faults.push(`${file}: ${reasonOf(error)}`)
    return undefined
  }
}

function parse<T extends z.ZodType>(
  json: unknown,
  file: string,
  schema: T,
  faults: string[],
): z.output<T> | null {
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
