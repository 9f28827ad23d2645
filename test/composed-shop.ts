import { createApp } from '#server/http/create-app.ts'
import { openDemoControls } from '#server/demo/open-demo-controls.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { compose } from '#server/shop/compose.ts'
import { machineOf } from '#server/shop/serve.ts'
import { readSettings } from '#server/config/read-settings.ts'
import { createListener } from '#server/db/listener.ts'
import type { App } from '#server/http/app.ts'
import { createLog } from '#server/runtime/log.ts'
import { reportUndescribed } from './report-undescribed.ts'
import { openShopDatabase, type ShopDatabase } from '#server/shop/shop-database.ts'

/** A route as it was registered. */
export interface Route {
  readonly method: string
  readonly url: string
  /** The access rule; null for a public call. */
  readonly rule: string | null
  /** The schemas that check it: `body`, `response` and so on. */
  readonly schema: object
}

/** The whole shop with all routes, for `inject`: without a listening socket and background workers. */
export interface ComposedShop {
  readonly app: App
  readonly database: ShopDatabase
  readonly routes: readonly Route[]
  /** Logged internal errors. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

export const PUBLIC_URL = 'http://127.0.0.1:8080'

/** @param environment of a demo, over a database of its own; the site must be built. */
export async function composeShop(environment: Readonly<Record<string, string>>): Promise<ComposedShop> {
  const outcome = readSettings({ KEYHOLD_PUBLIC_URL: PUBLIC_URL, ...environment })
  if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('; '))
  const { settings } = outcome
  const faults: string[] = []
  const log = createLog({ level: 'error', write: (line) => faults.push(line) })
  const say = () => undefined
  const database = await openShopDatabase(settings, { log, say, max: 10, isServing: false })
  const listener = createListener({ url: database.url, log })
  const demo = await openDemoControls(settings, database.db, systemClock)
  const kernel = {
    settings,
    clock: systemClock,
    machine: machineOf(database, settings, log),
    demo,
    log,
    database,
    listener,
    publicUrl: PUBLIC_URL,
  }
  const shop = await compose(kernel)
  const app = await createApp({
    log,
    trustedProxies: [],
    isSecure: false,
    hasApiDocs: true,
    health: () => Promise.resolve({ ready: true, parts: {} }),
    notFoundPage: shop.notFoundPage,
  })
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, config, schema = {} }) => {
    for (const one of [method].flat()) routes.push({ method: one, url, rule: config?.rule ?? null, schema })
  })
  reportUndescribed(app)
  shop.addRoutes(app)
  await app.ready()
  return {
    app,
    database,
    routes,
    faults,
    close: async () => {
      await Promise.all([app.close(), shop.closeConnections()])
      await shop.workers.find(({ name }) => name === 'site')?.stop()
      await database.close()
    },
  }
}
