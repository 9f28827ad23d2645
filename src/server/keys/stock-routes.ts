import { clientOf, type App } from '#server/http.ts'
import type { Limits } from '#server/limits/limits.ts'
import { refuseAbove } from '#server/limits/refuse-above.ts'
import { EditionsReply, Failure, type EditionStock } from '#shared/api.ts'

interface StockShop {
  readonly limits: Limits
  readonly readEditions: () => Promise<EditionStock[]>
}

/** What may still be sold of each edition. */
export function stockRoutes(app: App, { limits, readEditions }: StockShop): void {
  app.get(
    '/data/editions',
    { schema: { response: { 200: EditionsReply, '4xx': Failure } } },
    async (request) => {
      await refuseAbove(limits, 'reads', clientOf(request))
      return await readEditions()
    },
  )
}
