import type { Settings } from '#server/config/settings.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Machine } from '#server/machine/machine.ts'
import type { DemoControls } from '#server/demo/register-demo.ts'
import type { Log } from '#server/runtime/log.ts'
import type { Listener } from '#server/db/listener.ts'
import type { FirstRun } from '#server/backups/first-run.ts'
import { openGameOnSale } from '#server/site/open-game-on-sale.ts'
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

/** Dependencies that features share by name. */
export function shareDeps(deps: ShopDeps) {
  const { settings, publicUrl } = deps
  const { db, secret, keyCipher, url, guard, record } = deps.database
  const sold = openGameOnSale(settings)
  return {
    ...deps,
    db,
    secret,
    keyCipher,
    url,
    admit: guard.admit,
    beforeLeaving: () => guard.mark.save(),
    recordHandOut: (keys: readonly string[]) => record.handedOut(keys.map(keyCipher.hashKey)),
    sold,
    game: sold.game,
    editions: sold.game.editions,
    editionIds: sold.game.editions.map(({ id }) => id),
    releaseAt: sold.game.releaseAt,
    languages: sold.game.languages,
    bitcoinNetwork: settings.bitcoinNetwork,
    isSecure: publicUrl.startsWith('https:'),
    origin: { publicUrl: settings.publicUrl, isDemo: settings.profile === 'demo' },
  }
}
