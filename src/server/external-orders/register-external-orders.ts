import { requireToken, withToken, type TokenAccessDeps } from '#server/accounts/require-token.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { Feature } from '#server/http/feature.ts'
import { requireIdempotencyKey } from '#server/http/idempotency-key.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Log } from '#server/runtime/log.ts'
import { ExternalOrderReply, ExternalOrderRequest, OrderIdParams } from '#shared/program-orders.ts'
import { createExternalOrder, type ExternalOrderDeps } from './create-external-order.ts'
import { deliverReleased } from './deliver-external.ts'
import { toExternalOrder } from './external-record.ts'
import { refundExternal } from './refund-external.ts'

const EVERY_MS = 1_000
const IDLE_EVERY_MS = 15_000

interface ExternalOrdersDeps extends ExternalOrderDeps, TokenAccessDeps {
  readonly log: Log
}

/** Sales made and paid elsewhere, whose keys come from this stock. */
export function registerExternalOrders(deps: ExternalOrdersDeps): Feature {
  const worker = createIntervalWorker({
    name: 'external-orders',
    everyMs: EVERY_MS,
    idleEveryMs: IDLE_EVERY_MS,
    work: () => deliverReleased(deps),
    log: deps.log,
    onFailure: 'keys of sales made elsewhere were not released; will retry',
  })
  return { addRoutes: (app) => externalOrderRoutes(app, deps), workers: [worker] }
}

function externalOrderRoutes(app: App, deps: ExternalOrdersDeps): void {
  const scope = 'orders:external'
  app.post(
    '/api/v1/orders/external',
    { ...withToken(deps, scope), ...callOf(ExternalOrderReply, { body: ExternalOrderRequest }) },
    async (request) => {
      const { id: tokenId } = await requireToken(deps, request, scope)
      const seller = { tokenId, idempotencyKey: requireIdempotencyKey(request.headers) }
      const result = await createExternalOrder(deps, request.body, seller)
      if (result.kind === 'refused') throw new CallError(result.status, result.code, result.message)
      return { success: true as const, order: toExternalOrder(result.record, { emails: true }) }
    },
  )
  app.post(
    '/api/v1/orders/external/:id/refund',
    { ...withToken(deps, scope), ...callOf(ExternalOrderReply, { params: OrderIdParams }) },
    async (request) => {
      const { id: tokenId, scopes } = await requireToken(deps, request, scope)
      const record = await refundExternal(deps, request.params.id, { actorId: null, tokenId })
      if (record === null)
        throw new CallError(404, 'PAYMENT_NOT_FOUND', 'there is no sale made elsewhere with this id')
      const visibility = { emails: scopes.includes('orders:emails') }
      return { success: true as const, order: toExternalOrder(record, visibility) }
    },
  )
}
