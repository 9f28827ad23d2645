import type { Game } from '#shared/game.ts'
import type { GameFolder } from './load-game.ts'

/** Settings that override the game folder; null if not set. */
export interface GameSettings {
  readonly supportEmail: Game['supportEmail'] | null
  readonly launchAt: Date | null
}

/** A game with the overrides of the settings. */
export function withSettings(sold: GameFolder, { supportEmail, launchAt }: GameSettings): GameFolder {
  const game = {
    ...sold.game,
    supportEmail: supportEmail ?? sold.game.supportEmail,
    releaseAt: launchAt ?? sold.game.releaseAt,
  }
  return { ...sold, game }
}
