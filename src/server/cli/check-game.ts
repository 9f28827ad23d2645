import type { Settings } from '#server/config/settings.ts'
import { DEFAULT_GAME_FOLDER } from '#server/site/default-game-folder.ts'
import { GameFolderError, openGameFolder } from '#server/site/load-game.ts'
import type { Finding } from './finding.ts'

/** Whether the game folder is one the shop can sell from: every text, picture and icon that is missing, a fault each. */
export function checkGame({ gameFolder }: Settings): readonly Finding[] {
  try {
    const { game } = openGameFolder(gameFolder ?? DEFAULT_GAME_FOLDER)
    return [{ kind: 'ok', about: 'game', message: `${game.title}, complete` }]
  } catch (error) {
    if (!(error instanceof GameFolderError)) throw error
    return error.faults.map((message) => ({ kind: 'fault', about: 'game', message }))
  }
}
