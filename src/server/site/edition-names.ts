import type { EditionId } from '#shared/editions.ts'
import type { Game } from '#shared/game.ts'
import type { GameTexts } from '#shared/game-texts.ts'

/** The names of the editions on sale in the texts' language, in the order of the game folder. */
export function editionNames(
  game: Pick<Game, 'editions'>,
  { editions }: Pick<GameTexts, 'editions'>,
): Readonly<Record<EditionId, string>> {
  return Object.fromEntries(game.editions.map(({ id }) => [id, editions[id]?.name ?? id]))
}
