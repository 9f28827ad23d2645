import { restrictTo } from '#server/accounts/require-access.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, type App } from '#server/http/app.ts'
import { findPayment } from '#server/payments/open-order.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { Failure } from '#shared/api.ts'
import {
  ClaimReply,
  ClaimRequest,
  OrderParams,
  type ClaimOutcome,
  type OrderDetail,
} from '#shared/orders-api.ts'
import { describeOrder } from './describe-order.ts'
import { visibilityFor, type StaffOrdersDeps } from './staff-orders-deps.ts'

/** The call with which staff enter a transaction that is said to have paid an order. */
export function claimRoutes(app: App, deps: StaffOrdersDeps): void {
  const { db, keyCipher, clock, access, releaseAt, policy, claimPayment, lookNow } = deps
  app.post(
    '/functions/orders/:id/claim',
    {
      ...restrictTo(access, 'orders.decide'),
      schema: {
        params: OrderParams,
        body: ClaimRequest,
        response: { 200: ClaimReply, '4xx': Failure, 503: Failure },
      },
    },
    async (request) => {
      const { userId: actorId, role } = await access.requirePermission(request, 'orders.decide')
      const { txHash } = request.body
      const order = await orderOr404(db, request.params.id)
      const subject = { kind: 'payment', id: order.id } as const
      const outcome = await claimPayment(order, txHash, (tx, found) =>
        recordAudit(tx, {
          at: clock(),
          actorId,
          action: 'order.claim',
          subject,
          facts: { txHash, outcome: found },
        }),
      )
      if (IS_ON_CHAIN[outcome]) await lookNow(railOfRecord(order).chain)
      const context = {
        keyCipher,
        visibility: visibilityFor(role),
        releaseAt: releaseAt(),
        rates: policy.rates,
        now: clock(),
      }
      const described = await describeOrder(db, await orderOr404(db, order.id), context)
      return { success: true as const, outcome: outcomeOf(outcome, described), order: described }
    },
  )
}

/** The outcomes after which the order has a transfer to settle. */
const IS_ON_CHAIN: Readonly<Record<ClaimOutcome, boolean>> = {
  stored: true,
  known: true,
  not_deep: true,
  other_asset: true,
  unconfirmed: false,
  unknown_token: false,
  nothing_to_address: false,
  failed: false,
  not_found: false,
  unanswered: false,
}

/** Money that is there and only has too few confirmations is reported as such. */
function outcomeOf(outcome: ClaimOutcome, order: OrderDetail): ClaimOutcome {
  const isWaiting = order.status === 'detected' && order.confirmations < order.requiredConfirmations
  return isWaiting && (outcome === 'stored' || outcome === 'known') ? 'not_deep' : outcome
}

async function orderOr404(db: Db, id: string): Promise<PaymentRecord> {
  const order = await findPayment(db, id)
  if (order === null) throw new CallError(404, 'PAYMENT_NOT_FOUND', 'there is no payment with this id')
  return order
}
