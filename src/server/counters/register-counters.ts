import type { DbDeps } from '#server/db/db-deps.ts'
import type { Feature } from '#server/http/feature.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { EditionId } from '#shared/editions.ts'
import { createCounters, type CounterMode, type Counters } from './counters.ts'
import { counterRoutes } from './routes.ts'

interface CountersFeatureDeps extends DbDeps {
  readonly limits: Limits
  readonly editionIds: readonly EditionId[]
  readonly settings: { readonly counters: CounterMode }
}

/** The purchase counters of the landing page. */
export function registerCounters({
  db,
  clock,
  limits,
  editionIds,
  settings,
}: CountersFeatureDeps): Counters & Feature {
  const counters = createCounters(db, clock, settings.counters, editionIds)
  return {
    ...counters,
    addRoutes: (app) => {
      counterRoutes(app, { counters, editionIds, limits })
    },
  }
}
