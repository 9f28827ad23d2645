import { clientOf, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { requireOnSale } from '#server/http/require-on-sale.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import { CounterIntentParams, CounterIntentRequest, CountersReply } from '#shared/visitor-api.ts'
import { Done, EmptyRequest } from '#shared/api.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Counters } from './counters.ts'

export interface CounterDeps {
  readonly counters: Counters
  /** Those on sale. */
  readonly editionIds: readonly EditionId[]
  readonly limits: Limits
}

/** Routes of the purchase counts: read them, count a click, and increase them every 15 s. */
export function counterRoutes(app: App, { counters, editionIds, limits }: CounterDeps): void {
  app.get('/data/purchase-counters', callOf(CountersReply, {}), async (request) => {
    await enforceLimit(limits, 'reads', clientOf(request))
    return [...(await counters.read())]
  })

  app.post(
    '/data/purchase-counters/:edition',
    callOf(Done, { params: CounterIntentParams, body: CounterIntentRequest }),
    async (request) => {
      await enforceLimit(limits, 'intents', clientOf(request))
      const { edition } = request.params
      requireOnSale(editionIds, edition)
      await counters.addIntent(edition, request.body.quantity)
      return { success: true } as const
    },
  )

  app.post('/functions/increment-counters', callOf(Done, { body: EmptyRequest }), async (request) => {
    await enforceLimit(limits, 'increments', clientOf(request))
    await counters.increment()
    return { success: true } as const
  })
}
