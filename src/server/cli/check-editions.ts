import type { Settings } from '#server/config/settings.ts'
import type { StoredEdition } from '#server/db/inspect-database.ts'
import { GameFolderError } from '#server/site/load-game.ts'
import { editionsOnSale } from './editions-on-sale.ts'
import type { Finding } from './finding.ts'

/**
 * Reports editions that have orders or free keys and that the game folder does not name: one that was taken off sale, or
 * whose id was changed. A game folder that cannot be read is a fault of `checkGame`.
 */
export function checkEditions(settings: Settings, stored: readonly StoredEdition[]): readonly Finding[] {
  const onSale = readOnSale(settings)
  if (onSale === null) return []
  return stored
    .filter(({ edition }) => !onSale.includes(edition))
    .map(({ edition, orders, freeKeys }) => ({
      kind: 'warning',
      about: 'game',
      message:
        `the database has edition ${edition} (orders: ${String(orders)}, free keys: ${String(freeKeys)}) and game.json has not: ` +
        'it is not on sale, and pages and mails call it by its id',
    }))
}

function readOnSale(settings: Settings): readonly string[] | null {
  try {
    return editionsOnSale(settings)
  } catch (error) {
    if (!(error instanceof GameFolderError)) throw error
    return null
  }
}
