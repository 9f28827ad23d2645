import type { Feature } from '#server/http/feature.ts'
import { readApiRoutes, type ReadApiDeps } from './routes.ts'

/** Read-only calls for a studio's own programs. */
export function registerReadApi(deps: ReadApiDeps): Feature {
  return {
    addRoutes: (app) => {
      readApiRoutes(app, deps)
    },
  }
}
