import type { Game } from '#shared/game.ts'
import { DEFAULT_GAME_FOLDER } from './default-game-folder.ts'
import { openGameFolder, type GameFolder } from './load-game.ts'

/** Settings that override the game folder; null if not set. */
interface GameSettings {
  readonly gameFolder: string | null
  readonly supportEmail: Game['supportEmail'] | null
  readonly launchAt: Date | null
}

/** Opens the game folder on sale, with the overrides of the settings. */
export function openGameOnSale({ gameFolder, supportEmail, launchAt }: GameSettings): GameFolder {
  const sold = openGameFolder(gameFolder ?? DEFAULT_GAME_FOLDER)
  const game = {
    ...sold.game,
    supportEmail: supportEmail ?? sold.game.supportEmail,
    releaseAt: launchAt ?? sold.game.releaseAt,
  }
  return { ...sold, game }
}
