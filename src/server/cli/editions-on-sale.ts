import type { Settings } from '#server/config/settings.ts'
import { DEFAULT_GAME_FOLDER } from '#server/site/default-game-folder.ts'
import { loadGame } from '#server/site/load-game.ts'
import type { EditionId } from '#shared/editions.ts'

/** The ids of the game folder's editions. */
export function editionsOnSale({ gameFolder }: Pick<Settings, 'gameFolder'>): readonly EditionId[] {
  return loadGame(gameFolder ?? DEFAULT_GAME_FOLDER).editions.map(({ id }) => id)
}
