import type { Feature } from '#server/http/feature.ts'
import { createAlertMailWorker, type AlertMailDeps } from './alert-mail-worker.ts'
import { alertRoutes, type AlertRoutesDeps } from './routes.ts'

interface AlertsFeatureDeps extends AlertRoutesDeps, Omit<AlertMailDeps, 'alertEmail'> {
  readonly settings: Pick<AlertMailDeps, 'alertEmail'>
}

/** What staff must know about: the list in the back office, and the mails. */
export function registerAlerts({ settings, ...deps }: AlertsFeatureDeps): Feature {
  return {
    addRoutes: (app) => {
      alertRoutes(app, deps)
    },
    workers: [createAlertMailWorker({ ...deps, ...settings })],
  }
}
