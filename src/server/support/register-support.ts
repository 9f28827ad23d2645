import type { Feature } from '#server/http/feature.ts'
import { supportRoutes, type SupportDeps } from './routes.ts'

/** Messages to the studio. */
export function registerSupport(deps: SupportDeps): Feature {
  return {
    addRoutes: (app) => {
      supportRoutes(app, deps)
    },
  }
}
