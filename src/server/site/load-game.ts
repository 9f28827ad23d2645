import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { Game } from '#shared/game.ts'
import { GameTexts, textFaults } from '#shared/game-texts.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'

/** Thrown where a file of the game folder is not what the shop needs; names the file and every field at fault. */
export class GameFolderError extends Error {
  readonly file: string
  constructor(file: string, faults: string) {
    super(`game folder: ${file} is not usable; put right what follows\n${faults}`)
    this.name = 'GameFolderError'
    this.file = file
  }
}

/**
 * Reads `game.json` of a game folder.
 *
 * @throws {GameFolderError} if the file is missing or a field is not as {@link Game} says.
 */
export function loadGame(folder: string): Game {
  return read(folder, 'game.json', Game)
}

/**
 * Reads the texts of a game folder. A language without a file of its own has the English texts.
 *
 * @param game what the texts must have words for.
 * @throws {GameFolderError} if English is missing, a text is, or one is there that the game does not name.
 */
export function loadGameTexts(folder: string, game: Game): Record<Language, GameTexts> {
  const english = readTexts(folder, 'en', game)
  const texts = LANGUAGES.map((language) => {
    const hasOwn = existsSync(join(folder, fileOf(language)))
    return [language, hasOwn ? readTexts(folder, language, game) : english] as const
  })
  return Object.fromEntries(texts) as Record<Language, GameTexts>
}

function readTexts(folder: string, language: Language, game: Game): GameTexts {
  const texts = read(folder, fileOf(language), GameTexts)
  const faults = textFaults(game, texts)
  if (faults.length > 0) throw new GameFolderError(fileOf(language), faults.join('\n'))
  return texts
}

function fileOf(language: Language): string {
  return join('texts', `${language}.json`)
}

function read<T extends z.ZodType>(folder: string, file: string, schema: T): z.output<T> {
  const result = schema.safeParse(parse(folder, file))
  if (!result.success) throw new GameFolderError(file, z.prettifyError(result.error))
  return result.data
}

function parse(folder: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, file), 'utf8'))
  } catch (error) {
    throw new GameFolderError(file, error instanceof Error ? error.message : String(error))
  }
}
