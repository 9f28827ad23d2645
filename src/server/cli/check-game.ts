import type { Settings } from '#server/config/settings.ts'
import { DEFAULT_GAME_FOLDER } from '#server/site/default-game-folder.ts'
import { GameFolderError, openGameFolder } from '#server/site/load-game.ts'
import type { Game } from '#shared/game.ts'
import type { LegalTexts } from '#shared/game-legal.ts'
import type { StudioTexts } from '#shared/studio-texts.ts'
import type { Finding } from './finding.ts'

/** Checks whether the shop can sell from the game folder: one fault for each missing text, picture and icon. */
export function checkGame({ gameFolder }: Settings): readonly Finding[] {
  try {
    const { game, legal } = openGameFolder(gameFolder ?? DEFAULT_GAME_FOLDER)
    return [
      { kind: 'ok', about: 'game', message: `${game.title}, complete` },
      ...legalWarnings(game, legal).map((message) => ({ kind: 'warning', about: 'game', message }) as const),
    ]
  } catch (error) {
    if (!(error instanceof GameFolderError)) throw error
    return error.faults.map((message) => ({ kind: 'fault', about: 'game', message }))
  }
}

/** Warns of what must be replaced before selling: sample legal texts, and a sample or missing seller. */
function legalWarnings({ legal: seller }: Game, texts: StudioTexts<LegalTexts>): string[] {
  const samples = [...texts.written].filter(([, { isSample }]) => isSample)
  return [
    ...samples.map(
      ([language]) => `legal/${language}.json: sample texts (isSample); write your own before you sell`,
    ),
    ...(texts.english.accessibility === null
      ? ['legal/en.json: accessibility: missing; shops for consumers in the European Union need a statement']
      : []),
    ...(seller?.isSample === true ? ['game.json: legal: an invented seller (isSample); name yourself'] : []),
    ...(seller === null ? ['game.json: legal: missing; imprint, privacy and terms name no seller'] : []),
  ]
}
