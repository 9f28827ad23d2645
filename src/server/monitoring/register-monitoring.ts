import { ALERT_AT_FAILURES, hasFailures } from '#server/accounts/sign-in-attempts.ts'
import type { Feature } from '#server/http/feature.ts'
import { hasFewUnpaid } from '#server/payments/unpaid-orders.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { Log } from '#server/runtime/log.ts'
import { createAlertWatchWorker } from './alert-watch-worker.ts'
import type { LapsingKind } from './close-lapsed-alerts.ts'
import type { ShopStateDeps } from './read-shop-state.ts'

interface MonitoringDeps extends ShopStateDeps {
  readonly log: Log
  readonly limits: Limits
}

/** What watches the shop from inside: alerts that follow from its state. */
export function registerMonitoring(deps: MonitoringDeps): Feature {
  const { db } = deps
  const lapsingKinds: readonly LapsingKind[] = [
    {
      kind: 'sign-ins-failed',
      isOver: async (now) => !(await hasFailures(db, ALERT_AT_FAILURES, now)),
    },
    { kind: 'unpaid-orders-limit', isOver: (now) => hasFewUnpaid(deps, now) },
  ]
  return { workers: [createAlertWatchWorker({ ...deps, lapsingKinds })] }
}
