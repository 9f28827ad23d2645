import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { restrictTo } from '#server/accounts/require-access.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, type App } from '#server/http/app.ts'
import { acceptPayment } from '#server/payments/accept-payment.ts'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import type { OrderRefusal } from '#server/payments/order-refusal.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import { resendNewestMail } from '#server/payments/resend-newest-mail.ts'
import { requestRefund, type RefundRequest } from '#server/refunds/request-refund.ts'
import { Failure } from '#shared/api.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import {
  AcceptRequest,
  NoteRequest,
  OrderDetailReply,
  OrderParams,
  RefundDueRequest,
} from '#shared/orders-api.ts'
import type { Permission } from '#shared/permissions.ts'
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
      await refundAsStaff(deps, userId, id, request.body ?? { reason: '' })
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
      await resendAsStaff(deps, userId, id)
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
  const context = {
    keyCipher,
    visibility: visibilityFor(role),
    releaseAt: releaseAt(),
    rates: policy.rates,
    now: clock(),
  }
  return { success: true as const, order: await describeOrder(db, order, context) }
}

type AskedRefund = Pick<RefundRequest, 'quantity' | 'keyIds' | 'address' | 'reason'>

/**
 * Requests a refund of an order for staff, in a transaction with its audit entry.
 *
 * @returns whether there is a new request; false if refunds cover everything already.
 * @throws {CallError} why it cannot be requested.
 */
export async function refundAsStaff(
  deps: StaffOrdersDeps,
  actorId: string,
  id: string,
  asked: AskedRefund,
): Promise<boolean> {
  const { db, clock, policy, releaseAt, outputNetworks, freezeChecks } = deps
  const order = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  const freeze = order === undefined ? null : await freezeChecks.stateOfRefundAddress(order, asked.address)
  return db.transaction().execute(async (tx) => {
    const refundRequest = { ...asked, orderId: id, askedBy: 'staff', actorId, freeze } as const
    const outcome = throwIfRefused(
      await requestRefund(tx, refundRequest, { releaseAt, outputNetworks, policy }, clock()),
    )
    if (outcome.kind === 'already') return false
    for (const refund of outcome.refunds) {
      const { id: refundId, quantity, price_cents: priceCents } = refund
      const facts = { refundId, quantity, priceCents, currency: order?.currency ?? null }
      await auditDecision(tx, deps, actorId, 'order.refund-due', id, facts)
    }
    return true
  })
}

/**
 * Sends the newest mail of an order again, in a transaction with its audit entry.
 *
 * @param pauseS since the last time; a minute by default.
 * @throws {CallError} why it is not sent.
 */
export async function resendAsStaff(
  deps: StaffOrdersDeps,
  actorId: string,
  id: string,
  pauseS?: number,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const outcome = await resendNewestMail(tx, id, deps.clock(), pauseS)
    switch (outcome.kind) {
      case 'repeated':
        return auditDecision(tx, deps, actorId, 'order.resend', id, { template: outcome.template })
      case 'not-found':
        throw orderNotFound()
      case 'nothing':
        throw new CallError(409, 'NOTHING_TO_RESEND', 'this order has no mail to send again')
      case 'too-soon':
        throw new CallError(429, 'RATE_LIMITED', 'this mail was sent again a moment ago', outcome)
    }
  })
}

/** Writes the audit entry of a decision about an order, in the decision's transaction. */
function auditDecision(
  tx: Db,
  { clock }: Pick<StaffOrdersDeps, 'clock'>,
  actorId: string,
  action: AuditAction,
  id: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAudit(tx, { at: clock(), actorId, action, subject: { kind: 'payment', id }, facts })
}

function orderNotFound(): CallError {
  return new CallError(404, 'PAYMENT_NOT_FOUND', 'there is no payment with this id')
}

/** Returns a successful outcome; throws a refusal as the call's error. */
export function throwIfRefused<T extends { readonly kind: string }>(
  outcome: T | OrderRefusal,
): Exclude<T, OrderRefusal> {
  if (outcome.kind !== 'refused') return outcome as Exclude<T, OrderRefusal>
  const { status, code, message } = outcome as OrderRefusal
  throw new CallError(status, code, message)
}
