import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { openFirstRun } from '#server/backups/first-run.ts'
import { createApp, type Health } from '#server/http/create-app.ts'
import { machineHealth } from '#server/machine/machine-health.ts'
import { createMachine, type Machine } from '#server/machine/machine.ts'
import { openDemoControls } from '#server/demo/open-demo-controls.ts'
import { compose, type Shop } from './compose.ts'
import type { Settings } from '#server/config/settings.ts'
import { holdPort } from '#server/db/free-port.ts'
import { createListener, type Listener } from '#server/db/listener.ts'
import type { App } from '#server/http/app.ts'
import type { Traces } from '#server/monitoring/send-traces.ts'
import type { Log } from '#server/runtime/log.ts'
import { readRelease } from '#server/runtime/release.ts'
import { workContext } from '#server/runtime/work-context.ts'
import { findOpenRecovery } from '#server/recovery/recoveries.ts'
import { startWorkers, stopWorkers, type BackgroundWorker } from '#server/runtime/background-worker.ts'
import { openShopDatabase, type ShopDatabase } from './shop-database.ts'

interface ServeDeps {
  readonly log: Log
  /** Prints a message for a person. */
  readonly say: (line: string) => void
}

/** A running shop. */
export interface RunningShop {
  /** The address it listens on, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** Resolves with the path of a backup that somebody asked to restore; null if the shop is not empty. */
  readonly restoreRequested: Promise<string> | null
  /** Finishes requests and work in progress, then closes everything. Safe to call twice. */
  stop(): Promise<void>
}

/** The port is in use or not permitted. */
class CannotListenError extends Error {
  constructor(host: string, port: number, cause: unknown) {
    super(
      `cannot listen on ${host}:${String(port)}: the port is in use or not permitted; set PORT to another one`,
      { cause },
    )
    this.name = 'CannotListenError'
  }
}

const POOL_MAX = 10
const REQUESTS_WITHIN_MS = 15_000
const HEALTH_WITHIN_MS = 3_000

/** Starts the shop: database, features, background workers, and last the listening socket. */
export async function serve(settings: Settings, options: ServeDeps): Promise<RunningShop> {
  const { log, say } = options
  // its number is part of the shop's URL before it listens
  const held = settings.port === 0 ? await holdPort() : null
  const port = held?.port ?? settings.port
  const url = urlOf(settings.host, port)
  const traces = await startTracesTo(settings.tracesEndpoint, log)
  const database = await openShopDatabase(settings, { log, say, max: POOL_MAX, isServing: true })
  try {
    await guardDatabase(database, options)
    const { admit, mark } = database.guard
    const listener = createListener({ url: database.url, log, admit })
    database.outages.onEnd(() => {
      listener.rereadAll()
    })
    const publicUrl = settings.publicUrl ?? url
    const machine = machineOf(database, settings, log)
    await machine.syncClock()
    const demo = await openDemoControls(settings, database.db, machine.clock)
    const clock = demo?.demoClock.clock ?? machine.clock
    const firstRun = await openFirstRun(database.db, settings)
    const shop = await compose({
      settings,
      clock,
      machine,
      demo,
      log,
      database,
      listener,
      publicUrl,
      firstRun,
    })
    const app = await createApp({
      log,
      trustedProxies: settings.trustedProxies,
      isSecure: publicUrl.startsWith('https:'),
      hasApiDocs: settings.hasApiDocs,
      health: () => health(database, listener, shop, machine),
      notFoundPage: shop.notFoundPage,
      beforeReply: mark,
    })
    shop.addRoutes(app)
    const workers: readonly BackgroundWorker[] = [
      { name: 'listener', start: () => listener.start(), stop: () => listener.stop() },
      machine.worker,
      ...shop.workers,
    ]
    await app.ready()
    await startWorkers(workers)
    await held?.release()
    await listen(app, settings.host, port, workers)
    if (firstRun !== null)
      say(
        `this shop is empty: create its owner with "admin create EMAIL", or restore a backup with "restore FILE" or under ${publicUrl}/setup with this token: ${firstRun.token}`,
      )
    let stopped: Promise<void> | null = null
    return {
      url,
      restoreRequested: firstRun?.requested ?? null,
      stop: () => (stopped ??= stop({ app, shop, workers, database, log, traces })),
    }
  } catch (error) {
    await held?.release()
    await database.close()
    throw error
  }
}

/** Loads what sends traces only where there is a collector. */
async function startTracesTo(endpoint: string | null, log: Log): Promise<Traces | null> {
  if (endpoint === null) return null
  const { startTraces } = await import('#server/monitoring/send-traces.ts')
  return startTraces({ endpoint, version: await readRelease(), log, workContext })
}

/** An older database than this data folder knows takes no orders until it is recovered. */
async function guardDatabase(database: ShopDatabase, { say }: ServeDeps): Promise<void> {
  await database.guard.begin(database)
  if ((await findOpenRecovery(database.db)) === null) return
  say(
    'this database lacks orders that were made: no orders are taken until "restore --status" says it is recovered',
  )
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`
}

async function listen(
  app: App,
  host: string,
  port: number,
  workers: readonly BackgroundWorker[],
): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await stopWorkers(workers)
    throw new CannotListenError(host, port, error)
  }
}

interface Stoppable {
  readonly app: App
  readonly shop: Shop
  readonly workers: readonly BackgroundWorker[]
  readonly database: ShopDatabase
  readonly log: Log
  readonly traces: Traces | null
}

/** Stops the listening socket, requests, background workers, pool and PostgreSQL in this order, since each uses the next. */
async function stop({ app, shop, workers, database, log, traces }: Stoppable): Promise<void> {
  const slow = setTimeout(() => {
    log.warn({}, 'requests still running after 15 s are aborted')
    app.server.closeAllConnections()
  }, REQUESTS_WITHIN_MS)
  await Promise.all([app.close(), shop.closeConnections()])
  clearTimeout(slow)
  try {
    await stopWorkers(workers)
  } finally {
    await database.close()
    await traces?.stop()
  }
}

/** The machine of this process, as far as the shop depends on it. */
export function machineOf(database: ShopDatabase, settings: Settings, log: Log): Machine {
  return createMachine({
    db: database.db,
    settings,
    clusterFolder: database.clusterFolder,
    isDatabaseFull: database.outages.isDiskFull,
    isDataRefused: database.guard.mark.isRefused,
    isRecordFailing: () => database.record.failingSince() !== null,
    log,
  })
}

async function health(
  database: ShopDatabase,
  listener: Listener,
  shop: Shop,
  machine: Machine,
): Promise<Health> {
  const isAnswering = await Promise.race([
    sql`select`.execute(database.db).then(
      () => true,
      () => false,
    ),
    delay(HEALTH_WITHIN_MS, false, { ref: false }),
  ])
  const parts: Health['parts'] = {
    database: { ok: isAnswering },
    announcements: { ok: listener.isListening() },
    ...machineHealth(machine.state()),
    ...(isAnswering ? await shop.health() : {}),
  }
  const canSell = parts.sales?.ok !== false
  return { ready: isAnswering && listener.isListening() && canSell, parts }
}
