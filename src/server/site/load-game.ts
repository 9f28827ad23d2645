import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { Game, GameTexts } from '#shared/game.ts'
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
 * @throws {GameFolderError} if English is missing or a text is.
 */
export function loadGameTexts(folder: string): Record<Language, GameTexts> {
  const english = read(folder, join('texts', 'en.json'), GameTexts)
  const texts = LANGUAGES.map((language) => {
    const file = join('texts', `${language}.json`)
    return [language, existsSync(join(folder, file)) ? read(folder, file, GameTexts) : english] as const
  })
  return Object.fromEntries(texts) as Record<Language, GameTexts>
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
