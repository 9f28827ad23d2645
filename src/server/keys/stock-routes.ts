import { clientOf, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import { EditionsReply, type EditionStock } from '#shared/visitor-api.ts'

interface StockDeps {
  readonly limits: Limits
  readonly readEditions: () => Promise<EditionStock[]>
}

/** The call that reports which editions are sold out. */
export function stockRoutes(app: App, { limits, readEditions }: StockDeps): void {
  app.get('/data/editions', callOf(EditionsReply, {}), async (request) => {
    await enforceLimit(limits, 'reads', clientOf(request))
    return await readEditions()
  })
}
