import type { Settings } from '#server/config/settings.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Machine } from '#server/machine/machine.ts'
import type { DemoControls } from '#server/demo/register-demo.ts'
import type { Log } from '#server/runtime/log.ts'
import type { Listener } from '#server/db/listener.ts'
import type { FirstRun } from '#server/backups/first-run.ts'
import { createGameOnSale } from '#server/game-changes/game-on-sale.ts'
import { DEFAULT_GAME_FOLDER } from '#server/site/default-game-folder.ts'
import { editionFileFaults, fileFolders, openEditionFiles } from '#server/edition-files/edition-files.ts'
import { openGameFolder } from '#server/site/load-game.ts'
import type { FixedEdition } from '#shared/editions.ts'
import type { Game } from '#shared/game.ts'
import { offeredCurrencies } from '#shared/offered-prices.ts'
import type { ShopDatabase } from './shop-database.ts'

/** The dependencies from which features are created. */
export interface ShopDeps {
  readonly settings: Settings
  readonly clock: Clock
  readonly machine: Machine
  /** What visitors of a demo may move; null outside it. */
  readonly demo: DemoControls | null
  readonly log: Log
  readonly database: ShopDatabase
  readonly listener: Listener
  /** Of an empty shop. */
  readonly firstRun?: FirstRun | null
  /** The address of the shop for buyers, without a trailing slash. */
  readonly publicUrl: string
}

/** What changes while the shop serves; `gameOnSale` has it as it is now. */
type Changeable = 'releaseAt' | 'afterLaunch' | 'editions'

/** Dependencies that features share by name. */
export function shareDeps(deps: ShopDeps) {
  const { settings, publicUrl } = deps
  const { db, secret, keyCipher, url, guard, record } = deps.database
  const folder = openGameFolder(settings.gameFolder ?? DEFAULT_GAME_FOLDER)
  const folders = fileFolders(settings.dataFolder, folder.folder)
  const faults = editionFileFaults(folders, folder.game)
  // payments are watched and keys mailed without them
  if (faults.length > 0) deps.log.error({ faults }, 'files of editions cannot be delivered')
  const gameOnSale = createGameOnSale({ db, log: deps.log, folder, settings })
  const { game } = gameOnSale.current()
  return {
    ...deps,
    db,
    secret,
    keyCipher,
    url,
    admit: guard.admit,
    beforeLeaving: () => guard.mark.save(),
    recordHandOut: (keys: readonly string[]) => record.handedOut(keys.map(keyCipher.hashKey)),
    gameOnSale,
    game: game as Omit<Game, Changeable>,
    editions: game.editions as readonly FixedEdition[],
    editionIds: game.editions.map(({ id }) => id),
    editionFiles: openEditionFiles(folders, () => folder.game.editions),
    onSale: () => gameOnSale.editions(),
    releaseAt: () => gameOnSale.releaseAt(),
    languages: game.languages,
    currency: game.currency,
    // changes of the game change prices, not the currencies that there are prices in
    currencies: offeredCurrencies(game.currency, game.editions),
    outputNetworks: settings.outputNetworks,
    isSecure: publicUrl.startsWith('https:'),
    origin: { publicUrl: settings.publicUrl, isDemo: settings.profile === 'demo' },
  }
}
