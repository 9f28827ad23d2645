import type { FastifyRequest } from 'fastify'
import { restrictTo } from '#server/accounts/require-access.ts'
import type { Db } from '#server/db/database.ts'
import type { App } from '#server/http/app.ts'
import { acceptPayment } from '#server/payments/accept-payment.ts'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import { Failure } from '#shared/api.ts'
import {
  AcceptRequest,
  NoteRequest,
  OrderDetailReply,
  OrderParams,
  RefundDueRequest,
} from '#shared/orders-api.ts'
import type { Permission } from '#shared/permissions.ts'
import * as z from 'zod'
import { auditDecision, orderNotFound, refundOrder, resendOrderMail, throwIfRefused } from './decide-order.ts'
import { describeOrder } from './describe-order.ts'
import { visibilityFor, type StaffOrdersDeps } from './staff-orders-deps.ts'

const Replies = { 200: OrderDetailReply, '4xx': Failure, 503: Failure }

/** The calls with which staff decide about an order. Each writes an audit entry and returns the order's new state. */
export function decisionRoutes(app: App, deps: StaffOrdersDeps): void {
  acceptRoute(app, deps)
  refundDueRoute(app, deps)
  noteRoute(app, deps)
  resendRoute(app, deps)
}

function acceptRoute(app: App, deps: StaffOrdersDeps): void {
  const { clock, access, policy } = deps
  app.post(
    '/functions/orders/:id/accept',
    {
      ...restrictTo(access, 'orders.decide'),
      schema: { params: OrderParams, body: AcceptRequest, response: Replies },
    },
    async (request) => {
      const { id } = request.params
      const settled = await runDecision(deps, request, 'orders.decide', async (tx, actorId) => {
        const outcome = throwIfRefused(
          await acceptPayment(tx, { clock, policy }, id, request.body?.transfers),
        )
        if (outcome.kind === 'accepted') {
          await auditDecision(tx, deps, actorId, 'order.accept', id, { transfers: outcome.transfers })
        }
        return outcome.settled
      })
      if (settled.isDeliverable) await deliverOrder(deps, id)
      return orderReply(deps, request, id)
    },
  )
}

function refundDueRoute(app: App, deps: StaffOrdersDeps): void {
  app.post(
    '/functions/orders/:id/refund-due',
    {
      ...restrictTo(deps.access, 'orders.decide'),
      schema: { params: OrderParams, body: RefundDueRequest, response: Replies },
    },
    async (request) => {
      const { id } = request.params
      const { userId } = await deps.access.requirePermission(request, 'orders.decide')
      await refundOrder(deps, userId, id, request.body ?? { reason: '' })
      return orderReply(deps, request, id)
    },
  )
}

function noteRoute(app: App, deps: StaffOrdersDeps): void {
  app.post(
    '/functions/orders/:id/note',
    {
      ...restrictTo(deps.access, 'orders.note'),
      schema: { params: OrderParams, body: NoteRequest, response: Replies },
    },
    async (request) => {
      const { id } = request.params
      const { note } = request.body
      await runDecision(deps, request, 'orders.note', async (tx, actorId) => {
        if ((await lockOrder(tx, id)) === null) throw orderNotFound()
        const at = deps.clock()
        // a retry within 60 s stores no second note
        const last = await tx
          .selectFrom('payment_notes')
          .select(['note', 'actor_id', 'at'])
          .where('payment_id', '=', id)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
        const isSame = last?.note === note && last.actor_id === actorId
        if (isSame && at.getTime() - last.at.getTime() < 60_000) return
        await tx.insertInto('payment_notes').values({ payment_id: id, at, actor_id: actorId, note }).execute()
        await recordEvent(tx, id, at, 'noted')
        await auditDecision(tx, deps, actorId, 'order.note', id, {})
      })
      return orderReply(deps, request, id)
    },
  )
}

function resendRoute(app: App, deps: StaffOrdersDeps): void {
  app.post(
    '/functions/orders/:id/resend',
    {
      ...restrictTo(deps.access, 'orders.resend'),
      schema: { params: OrderParams, body: z.strictObject({}).nullish(), response: Replies },
    },
    async (request) => {
      const { id } = request.params
      const { userId } = await deps.access.requirePermission(request, 'orders.resend')
      await resendOrderMail(deps, userId, id)
      return orderReply(deps, request, id)
    },
  )
}

/** Runs a decision in one transaction, with the user id of the person who makes it. */
async function runDecision<T>(
  { db, access }: StaffOrdersDeps,
  request: FastifyRequest,
  permission: Permission,
  act: (tx: Db, actorId: string) => Promise<T>,
): Promise<T> {
  const { userId } = await access.requirePermission(request, permission)
  return db.transaction().execute((tx) => act(tx, userId))
}

async function orderReply(
  { db, keyCipher, clock, access, releaseAt, policy }: StaffOrdersDeps,
  request: FastifyRequest,
  id: string,
) {
  const { role } = await access.requirePermission(request, 'orders.read')
  const order = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const context = { keyCipher, visibility: visibilityFor(role), releaseAt: releaseAt(), rates: policy.rates, now: clock() }
  return { success: true as const, order: await describeOrder(db, order, context) }
}
