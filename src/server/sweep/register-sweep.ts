import type { Feature } from '#server/http/feature.ts'
import { addressRoutes, type AddressRoutesDeps } from './address-routes.ts'

/** Where money lies, for the staff who move it. */
export function registerSweep(deps: AddressRoutesDeps): Feature {
  return {
    addRoutes: (app) => {
      addressRoutes(app, deps)
    },
  }
}
