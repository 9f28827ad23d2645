import type { Access } from '#server/accounts/require-access.ts'
import { ALERT_AT_FAILURES, hasFailures } from '#server/accounts/sign-in-attempts.ts'
import type { Feature } from '#server/http/feature.ts'
import { hasFewUnpaid } from '#server/payments/unpaid-orders.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { Log } from '#server/runtime/log.ts'
import { shareReadings } from '#server/runtime/share-readings.ts'
import type { StatusFacts } from '#shared/plain-facts.ts'
import { createAlertWatchWorker } from './alert-watch-worker.ts'
import type { LapsingKind } from './close-lapsed-alerts.ts'
import type { MetricsDeps } from './collect-metrics.ts'
import { createWorkMeasures, type Pools } from './measure-work.ts'
import { metricsRoutes } from './metrics-routes.ts'
import { overviewRoutes } from './overview-routes.ts'
import type { OverviewDeps } from './read-overview.ts'
import { readShopState, type ShopState, type ShopStateDeps } from './read-shop-state.ts'
import { salesHealth, statusFacts } from './sales-health.ts'

interface MonitoringDeps
  extends
    ShopStateDeps,
    Pick<MetricsDeps, 'tallies' | 'release'>,
    Pick<OverviewDeps, 'readBackups' | 'currency'> {
  readonly pools: Pools
  readonly access: Access
  readonly log: Log
  readonly limits: Limits
  readonly settings: { readonly metricsToken: string | null }
}

interface Monitoring extends Feature {
  readonly shopState: () => Promise<ShopState>
  /** For the public page. */
  readonly readStatus: () => Promise<StatusFacts>
}

/** Anybody may ask for the health and the status page; however often they do, the database is asked once in this time. */
const STATE_SHARED_FOR_MS = 2_000

/** What watches the shop: alerts that follow from its state, its health, metrics, and the overview for staff. */
export function registerMonitoring(deps: MonitoringDeps): Monitoring {
  const { db, settings } = deps
  // nobody reads them without a token
  const measures = settings.metricsToken === null ? null : createWorkMeasures(deps.pools)
  const shopState = shareReadings({ clock: deps.clock, forMs: STATE_SHARED_FOR_MS }, () =>
    readShopState(deps),
  )
  const lapsingKinds: readonly LapsingKind[] = [
    {
      kind: 'sign-ins-failed',
      isOver: async (now) => !(await hasFailures(db, ALERT_AT_FAILURES, now)),
    },
    { kind: 'unpaid-orders-limit', isOver: (now) => hasFewUnpaid(deps, now) },
  ]
  return {
    shopState,
    readStatus: async () => statusFacts(await shopState(), deps.clock()),
    addRoutes: (app) => {
      if (measures !== null) metricsRoutes(app, { ...deps, ...settings, shopState, measures })
      overviewRoutes(app, { ...deps, shopState })
    },
    workers: [
      ...(measures === null ? [] : [measures.worker]),
      createAlertWatchWorker({ ...deps, lapsingKinds }),
    ],
    health: async () => salesHealth(await shopState()),
  }
}
