import * as z from 'zod'
import { restrictTo } from '#server/accounts/require-access.ts'
import { toExternalOrder, type ExternalRecord } from '#server/external-orders/external-record.ts'
import { refundExternal } from '#server/external-orders/refund-external.ts'
import { resendExternal } from '#server/external-orders/resend-external.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { ExternalOrderListQuery, ExternalOrderListReply } from '#shared/external-orders-api.ts'
import type { Role } from '#shared/permissions.ts'
import { ExternalOrderReply, OrderIdParams } from '#shared/program-orders.ts'
import { listExternalOrders } from './list-external-orders.ts'
import { visibilityFor, type StaffOrdersDeps } from './staff-orders-deps.ts'

const Action = callOf(ExternalOrderReply, { params: OrderIdParams, body: z.strictObject({}).nullish() })

/** The calls by which staff see sales made elsewhere, mark one as refunded there, and send its keys again. */
export function externalOrderRoutes(app: App, deps: StaffOrdersDeps): void {
  const { db, clock, access } = deps
  app.get(
    '/functions/external-orders',
    {
      ...restrictTo(access, 'orders.read'),
      ...callOf(ExternalOrderListReply, { querystring: ExternalOrderListQuery }),
    },
    async (request) => {
      const { role } = await access.requirePermission(request, 'orders.read')
      const { orders, ...page } = await listExternalOrders(db, request.query, visibilityFor(role))
      return { success: true as const, orders: [...orders], ...page }
    },
  )
  app.post(
    '/functions/external-orders/:id/refund',
    { ...restrictTo(access, 'refunds.record'), ...Action },
    async (request) => {
      const { userId, role } = await access.requirePermission(request, 'refunds.record')
      const record = await refundExternal(deps, request.params.id, { actorId: userId })
      if (record === null) throw saleNotFound()
      return replyWith(record, role)
    },
  )
  app.post(
    '/functions/external-orders/:id/resend',
    { ...restrictTo(access, 'orders.resend'), ...Action },
    async (request) => {
      const { userId, role } = await access.requirePermission(request, 'orders.resend')
      const { id } = request.params
      const by = { actorId: userId, now: clock() }
      const outcome = await db.transaction().execute((tx) => resendExternal(tx, id, by))
      switch (outcome.kind) {
        case 'repeated':
          return replyWith(outcome.record, role)
        case 'not-found':
          throw saleNotFound()
        case 'nothing':
          throw new CallError(409, 'NOTHING_TO_RESEND', 'this sale has no keys that are sent again')
        case 'too-soon':
          throw new CallError(429, 'RATE_LIMITED', 'this mail was sent again a moment ago', outcome)
      }
    },
  )
}

function replyWith(record: ExternalRecord, role: Role | null) {
  return { success: true as const, order: toExternalOrder(record, visibilityFor(role)) }
}

function saleNotFound(): CallError {
  return new CallError(404, 'PAYMENT_NOT_FOUND', 'there is no sale made elsewhere with this id')
}
