import type { Listener } from '#server/db/listener.ts'
import type { Feature } from '#server/http/feature.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { Log } from '#server/runtime/log.ts'
import { type EditionStock, EditionsReply } from '#shared/visitor-api.ts'
import type { FixedEdition } from '#shared/editions.ts'
import { exportRoutes } from './export-routes.ts'
import { importRoutes } from './import-routes.ts'
import { createKeyCountFold } from './key-counts.ts'
import { readEditionStock } from './read-edition-stock.ts'
import { retireListRoutes } from './retire-list-routes.ts'
import { keyRoutes, type KeyDeps } from './routes.ts'
import { createStockWatch } from './stock-watch.ts'
import { clientOf, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'

interface KeysFeatureDeps extends KeyDeps {
  readonly log: Log
  readonly listener: Listener
  readonly limits: Limits
  readonly editions: readonly FixedEdition[]
  /** An edition has just sold out, or is available again. */
  readonly onStockChanged: () => Promise<void>
}

interface Keys extends Feature {
  /** What may still be sold, as GET /data/editions tells it. */
  readonly readEditions: () => Promise<EditionStock[]>
}

/** The stock of game keys. */
export function registerKeys(deps: KeysFeatureDeps): Keys {
  const { db, clock, limits, editions } = deps
  const readEditions = () => readEditionStock(db, editions, clock())
  return {
    readEditions,
    addRoutes: (app) => {
      keyRoutes(app, deps)
      retireListRoutes(app, deps)
      importRoutes(app, deps)
      exportRoutes(app, deps)
      stockRoutes(app, { limits, readEditions })
    },
    workers: [createStockWatch({ ...deps, onChanged: deps.onStockChanged }), createKeyCountFold(deps)],
  }
}

interface StockDeps {
  readonly limits: Limits
  readonly readEditions: () => Promise<EditionStock[]>
}

/** The call that reports which editions are sold out. */
function stockRoutes(app: App, { limits, readEditions }: StockDeps): void {
  app.get('/data/editions', callOf(EditionsReply, {}), async (request) => {
    await enforceLimit(limits, 'reads', clientOf(request))
    return await readEditions()
  })
}
