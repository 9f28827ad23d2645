import type { Feature } from '#server/http/feature.ts'
import { firstDayRoutes, type FirstDayRoutesDeps } from './routes.ts'

/** The list that a new shop begins with: what to do and try before it sells. */
export function registerFirstDay(deps: FirstDayRoutesDeps): Feature {
  return {
    addRoutes: (app) => {
      firstDayRoutes(app, deps)
    },
  }
}
