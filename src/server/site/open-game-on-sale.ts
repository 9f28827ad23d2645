import type { Game } from '#shared/game.ts'
import { DEFAULT_GAME_FOLDER } from './default-game-folder.ts'
import { openGameFolder, type GameFolder } from './load-game.ts'

/** What an operator may say otherwise than the game folder does; null where they do not. */
interface GameSettings {
  readonly gameFolder: string | null
  readonly supportEmail: Game['supportEmail'] | null
  readonly launchAt: Date | null
}

/** The game folder on sale, with what the settings say otherwise. */
export function openGameOnSale({ gameFolder, supportEmail, launchAt }: GameSettings): GameFolder {
  const sold = openGameFolder(gameFolder ?? DEFAULT_GAME_FOLDER)
  const game = {
    ...sold.game,
    supportEmail: supportEmail ?? sold.game.supportEmail,
    releaseAt: launchAt ?? sold.game.releaseAt,
  }
  return { ...sold, game }
}
