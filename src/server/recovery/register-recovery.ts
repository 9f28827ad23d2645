import type { Feature } from '#server/http/feature.ts'
import { recoveryRoutes, type RecoveryRoutesDeps } from './routes.ts'

/** What staff see of recoveries and decide about them. */
export function registerRecovery(deps: RecoveryRoutesDeps): Feature {
  return {
    addRoutes: (app) => {
      recoveryRoutes(app, deps)
    },
  }
}
