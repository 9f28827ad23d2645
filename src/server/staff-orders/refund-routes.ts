import type { AuditAction } from '#shared/audit-actions.ts'
import type { FastifyRequest } from 'fastify'
import { restrictTo } from '#server/accounts/require-access.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { quoteRefund } from '#server/refunds/quote-refund.ts'
import { recordRefund, withdrawRefund } from '#server/refunds/record-refund.ts'
import { coinOf } from '#server/refunds/refund-record.ts'
import { Failure } from '#shared/api.ts'
import { OrderParams, RefundTransactionRequest } from '#shared/orders-api.ts'
import { RefundListQuery, RefundListReply, RefundReply } from '#shared/refund-list-api.ts'
import * as z from 'zod'
import { throwIfRefused } from './decision-routes.ts'
import { visibilityFor, type StaffOrdersDeps } from './staff-orders-deps.ts'
import { describeRefunds, listRefunds, maskRefund } from './read-refunds.ts'

const Replies = { 200: RefundReply, '4xx': Failure, 503: Failure }
const Nothing = z.strictObject({}).nullish()

/**
 * The calls that take a refund from request to verification. The shop sends no money: people pay, and the nodes verify
 * it.
 */
export function refundRoutes(app: App, deps: StaffOrdersDeps): void {
  const { db, clock, access, policy } = deps
  app.get(
    '/functions/refunds',
    { ...restrictTo(access, 'orders.read'), ...callOf(RefundListReply, { querystring: RefundListQuery }) },
    async (request) => {
      const { role } = await access.requirePermission(request, 'orders.read')
      const { refunds, ...page } = await listRefunds(db, request.query, policy.rates, clock())
      const shown = visibilityFor(role).emails ? refunds : refunds.map(maskRefund)
      return { success: true as const, refunds: [...shown], ...page }
    },
  )
  const record = { ...restrictTo(access, 'refunds.record') }
  app.post(
    '/functions/refunds/:id/quote',
    { ...record, schema: { params: OrderParams, body: Nothing, response: Replies } },
    async (request) => {
      const { id } = request.params
      // before the transaction: nodes are not asked while the order is locked
      await deps.freezeChecks.checkRefund(id)
      await db.transaction().execute(async (tx) => throwIfRefused(await quoteRefund(tx, id, policy, clock())))
      return refundReply(deps, id)
    },
  )
  app.post(
    '/functions/refunds/:id/record',
    { ...record, schema: { params: OrderParams, body: RefundTransactionRequest, response: Replies } },
    async (request) => {
      const { id } = request.params
      const { txHash } = request.body
      const refund = await runRefundAction(deps, request, 'refund.record', id, async (tx, actorId) => {
        const outcome = throwIfRefused(
          await recordRefund(tx, id, { txHash, actorId }, { policy, now: clock() }),
        )
        return { refund: outcome.refund, isNew: outcome.kind === 'recorded', facts: { txHash } }
      })
      await deps.lookNow(coinOf(refund).chain)
      return refundReply(deps, id)
    },
  )
  app.post(
    '/functions/refunds/:id/withdraw',
    { ...record, schema: { params: OrderParams, body: Nothing, response: Replies } },
    async (request) => {
      const { id } = request.params
      await runRefundAction(deps, request, 'refund.withdraw', id, async (tx) => {
        const outcome = throwIfRefused(await withdrawRefund(tx, id, clock()))
        return { refund: outcome.refund, isNew: outcome.kind === 'withdrawn', facts: {} }
      })
      return refundReply(deps, id)
    },
  )
}

interface RefundActionResult<T> {
  readonly refund: T
  /** False if the action was done before: then no audit entry is written. */
  readonly isNew: boolean
  readonly facts: Readonly<Record<string, unknown>>
}

async function runRefundAction<T extends { readonly payment_id: string }>(
  { db, clock, access }: StaffOrdersDeps,
  request: FastifyRequest,
  action: AuditAction,
  refundId: string,
  work: (tx: Db, actorId: string) => Promise<RefundActionResult<T>>,
): Promise<T> {
  const { userId } = await access.requirePermission(request, 'refunds.record')
  return db.transaction().execute(async (tx) => {
    const { refund, isNew, facts } = await work(tx, userId)
    if (isNew) {
      await recordAudit(tx, {
        at: clock(),
        actorId: userId,
        action,
        subject: { kind: 'payment', id: refund.payment_id },
        facts: { refundId, ...facts },
      })
    }
    return refund
  })
}

async function refundReply({ db, clock, policy }: StaffOrdersDeps, id: string) {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const [refund] = await describeRefunds(db, [row], policy.rates, clock())
  if (refund === undefined) throw new CallError(404, 'REFUND_NOT_FOUND', 'there is no such refund')
  return { success: true as const, refund }
}
