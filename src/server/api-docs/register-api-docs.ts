import type { Feature } from '#server/http/feature.ts'
import { docsRoutes } from './routes.ts'

/** The page that describes the HTTP calls. */
export function registerApiDocs(): Feature {
  return { addRoutes: docsRoutes }
}
