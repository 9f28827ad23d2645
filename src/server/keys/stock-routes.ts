import { clientOf, type App } from '#server/http/app.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import { EditionsReply, type EditionStock } from '#shared/visitor-api.ts'
import { Failure } from '#shared/api.ts'

interface StockDeps {
  readonly limits: Limits
  readonly readEditions: () => Promise<EditionStock[]>
}

/** The call that reports which editions are sold out. */
export function stockRoutes(app: App, { limits, readEditions }: StockDeps): void {
  app.get(
    '/data/editions',
    { schema: { response: { 200: EditionsReply, '4xx': Failure } } },
    async (request) => {
      await enforceLimit(limits, 'reads', clientOf(request))
      return await readEditions()
    },
  )
}
