import type { Settings } from '#server/config/settings.ts'
import { createGameOnSale, type GameOnSale } from '#server/game-changes/game-on-sale.ts'
import { DEFAULT_GAME_FOLDER } from '#server/site/default-game-folder.ts'
import { openGameFolder } from '#server/site/load-game.ts'
import type { CommandDeps } from './with-database.ts'

/** The game as the shop sells it: its folder, with what owners changed in the back office. */
export async function gameWithChanges(
  settings: Settings,
  { database: { db }, log }: Pick<CommandDeps, 'database' | 'log'>,
): Promise<GameOnSale> {
  const folder = openGameFolder(settings.gameFolder ?? DEFAULT_GAME_FOLDER)
  const gameOnSale = createGameOnSale({ db, log, folder, settings })
  await gameOnSale.refresh()
  return gameOnSale
}
