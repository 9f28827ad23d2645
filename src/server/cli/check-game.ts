import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#server/config/settings.ts'
import { editionFileFaults, fileFolders } from '#server/edition-files/edition-files.ts'
import { DEFAULT_GAME_FOLDER } from '#server/site/default-game-folder.ts'
import { GameFolderError, openGameFolder, type GameFolder } from '#server/site/load-game.ts'
import type { Game } from '#shared/game.ts'
import type { LegalTexts } from '#shared/game-legal.ts'
import { defaultLanguage } from '#shared/languages.ts'
import type { StudioTexts } from '#shared/studio-texts.ts'
import type { Finding } from './finding.ts'

/** Checks whether the shop can sell from the game folder: one fault for each missing text, picture and icon. */
export function checkGame({ gameFolder, dataFolder }: Settings): readonly Finding[] {
  try {
    const sold = openGameFolder(gameFolder ?? DEFAULT_GAME_FOLDER)
    const faults = editionFileFaults(fileFolders(dataFolder, sold.folder), sold.game)
    if (faults.length > 0) throw new GameFolderError(faults)
    const warnings = [...languageWarnings(sold), ...legalWarnings(sold.game, sold.legal)]
    return [
      { kind: 'ok', about: 'game', message: `${sold.game.title}, complete` },
      ...warnings.map((message) => ({ kind: 'warning', about: 'game', message }) as const),
    ]
  } catch (error) {
    if (!(error instanceof GameFolderError)) throw error
    return error.faults.map((message) => ({ kind: 'fault', about: 'game', message }))
  }
}

/** Warns of languages that visitors may choose and the game is not written in, and of files in others. */
function languageWarnings({ folder, game: { languages } }: GameFolder): string[] {
  const files = languages.map((language) => `${language}.json`)
  return ['texts', 'legal'].flatMap((part) => {
    const written = readdirSync(join(folder, part)).filter((file) => file.endsWith('.json'))
    const missing = files.filter((file) => !written.includes(file)).map((file) => `${part}/${file}`)
    const unused = written.filter((file) => !files.includes(file))
    return [
      ...(missing.length === 0
        ? []
        : [
            `${missing.join(', ')}: missing, visitors may choose these languages and read ${part} in ${defaultLanguage(languages)}; write them, or leave the languages out of languages in game.json`,
          ]),
      ...unused.map(
        (file) => `${part}/${file}: not used; add the language to languages in game.json, or remove the file`,
      ),
    ]
  })
}

/** Warns of what must be replaced before selling: sample legal texts, and a sample or missing seller. */
function legalWarnings({ legal: seller }: Game, texts: StudioTexts<LegalTexts>): string[] {
  const samples = [...texts.written].filter(([, { isSample }]) => isSample)
  return [
    ...samples.map(
      ([language]) => `legal/${language}.json: sample texts (isSample); write your own before you sell`,
    ),
    ...(texts.standIn.texts.accessibility === null
      ? [
          `legal/${texts.standIn.language}.json: accessibility: missing; shops for consumers in the European Union need a statement`,
        ]
      : []),
    ...(seller?.isSample === true ? ['game.json: legal: an invented seller (isSample); name yourself'] : []),
    ...(seller === null ? ['game.json: legal: missing; imprint, privacy and terms name no seller'] : []),
  ]
}
