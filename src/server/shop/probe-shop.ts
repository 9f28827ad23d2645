import { createApp } from '#server/http/create-app.ts'
import { openDemoControls } from '#server/demo/open-demo-controls.ts'
import type { Settings } from '#server/config/settings.ts'
import { createListener } from '#server/db/listener.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import { compose } from './compose.ts'
import { machineOf } from './serve.ts'
import { openShopDatabase } from './shop-database.ts'

/** A call of the composed shop did not succeed. */
class UnhealthyShopError extends Error {
  constructor(path: string, status: number) {
    super(`expected ${path} to answer 200, it answered ${String(status)}`)
    this.name = 'UnhealthyShopError'
  }
}

/** A page, a call that reads orders' tables, one of the stock, and the back office. */
const PATHS = ['/', '/data/rails', '/data/purchase-counters', '/sign-in', '/openapi.json']

/**
 * Composes the whole shop over the migrated database and asks it for a few pages, without listening and without its
 * background workers: no payment is read, no mail is sent. The caller holds the lock of the migrations.
 *
 * @throws what does not work.
 */
export async function probeShop(settings: Settings, { log }: { readonly log: Log }): Promise<void> {
  const say = () => undefined
  const database = await openShopDatabase(settings, { log, say, max: 4, isServing: false, isMigrated: true })
  try {
    const listener = createListener({ url: database.url, log })
    const publicUrl = settings.publicUrl ?? 'http://127.0.0.1'
    const demo = await openDemoControls(settings, database.db, systemClock)
    const shop = await compose({
      settings,
      clock: systemClock,
      machine: machineOf(database, settings, log),
      demo,
      log,
      database,
      listener,
      publicUrl,
    })
    const app = await createApp({
      log,
      trustedProxies: [],
      isSecure: publicUrl.startsWith('https:'),
      hasApiDocs: settings.hasApiDocs,
      health: () => Promise.resolve({ ready: true, parts: {} }),
      notFoundPage: shop.notFoundPage,
    })
    try {
      shop.addRoutes(app)
      await app.ready()
      for (const path of PATHS) {
        if (path === '/openapi.json' && !settings.hasApiDocs) continue
        const { statusCode } = await app.inject(path)
        if (statusCode !== 200) throw new UnhealthyShopError(path, statusCode)
      }
    } finally {
      await Promise.all([app.close(), shop.closeConnections()])
      await shop.workers.find(({ name }) => name === 'site')?.stop()
    }
  } finally {
    await database.close()
  }
}
