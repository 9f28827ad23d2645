import type { FastifyRequest } from 'fastify'
import { restrictTo } from '#server/accounts/require-access.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { ErrorCode } from '#shared/api.ts'
import { RESEND_MANY_PAUSE_S } from '#shared/constants.ts'
import { ManyOrdersReply, ManyOrdersRequest } from '#shared/many-orders-api.ts'
import type { Permission } from '#shared/permissions.ts'
import { refundAsStaff, resendAsStaff } from './decision-routes.ts'
import type { StaffOrdersDeps } from './staff-orders-deps.ts'

/** What each action needs: the same as the call about one order. */
const PERMISSION_TO = {
  resend: 'orders.resend',
  refund: 'orders.decide',
} as const satisfies Readonly<Record<ManyOrdersRequest['action'], Permission>>

/**
 * The call that decides the same about several orders, one after the other, each as the call about one order does: in a
 * transaction of its own, with its audit entry. One that is refused does not stop the others.
 */
export function manyOrdersRoutes(app: App, deps: StaffOrdersDeps): void {
  app.post(
    '/functions/many-orders',
    { ...restrictTo(deps.access, 'orders.resend'), ...callOf(ManyOrdersReply, { body: ManyOrdersRequest }) },
    (request) => decide(deps, request, request.body),
  )
}

async function decide(
  deps: StaffOrdersDeps,
  request: FastifyRequest,
  asked: ManyOrdersRequest,
): Promise<ManyOrdersReply> {
  const { userId } = await deps.access.requirePermission(request, PERMISSION_TO[asked.action])
  const done: string[] = []
  const refused: ManyOrdersReply['refused'] = []
  for (const orderId of new Set(asked.orderIds)) {
    const code = await codeOf(() => act(deps, userId, orderId, asked))
    if (code === null) done.push(orderId)
    else refused.push({ orderId, code })
  }
  return { success: true, done, refused }
}

async function act(
  deps: StaffOrdersDeps,
  actorId: string,
  orderId: string,
  asked: ManyOrdersRequest,
): Promise<void> {
  switch (asked.action) {
    case 'resend':
      return resendAsStaff(deps, actorId, orderId, RESEND_MANY_PAUSE_S)
    case 'refund': {
      const isNew = await refundAsStaff(deps, actorId, orderId, { reason: asked.reason })
      if (!isNew) throw new CallError(409, 'REFUND_ASKED', 'refunds cover all of this order already')
    }
  }
}

/** The code with which a decision is refused; null if it is done. Faults of the shop itself end the call. */
async function codeOf(decision: () => Promise<void>): Promise<ErrorCode | null> {
  try {
    await decision()
    return null
  } catch (error) {
    if (error instanceof CallError) return error.code
    throw error
  }
}
