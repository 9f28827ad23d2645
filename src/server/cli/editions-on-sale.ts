import type { Settings } from '#server/config/settings.ts'
import { DEFAULT_GAME_FOLDER } from '#server/site/default-game-folder.ts'
import { loadGame } from '#server/site/load-game.ts'
import type { Currency } from '#shared/currency.ts'
import type { EditionId } from '#shared/editions.ts'
import { offeredCurrencies } from '#shared/offered-prices.ts'

/** The ids of the game folder's editions. */
export function editionsOnSale({ gameFolder }: Pick<Settings, 'gameFolder'>): readonly EditionId[] {
  return loadGame(gameFolder ?? DEFAULT_GAME_FOLDER).editions.map(({ id }) => id)
}

/** The shop's currency: that of `priceCents` in the game folder. */
export function currencyOfGame({ gameFolder }: Pick<Settings, 'gameFolder'>): Currency {
  return loadGame(gameFolder ?? DEFAULT_GAME_FOLDER).currency
}

/** The currencies of the game folder's prices, the shop's first. */
export function currenciesOfGame({ gameFolder }: Pick<Settings, 'gameFolder'>): readonly Currency[] {
  const { currency, editions } = loadGame(gameFolder ?? DEFAULT_GAME_FOLDER)
  return offeredCurrencies(currency, editions)
}
