import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { CallError } from '#server/http/app.ts'
import type { OrderRefusal } from '#server/payments/order-refusal.ts'
import { resendNewestMail } from '#server/payments/resend-newest-mail.ts'
import { requestRefund, type RefundRequest } from '#server/refunds/request-refund.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { StaffOrdersDeps } from './staff-orders-deps.ts'

type AskedRefund = Pick<RefundRequest, 'quantity' | 'keyIds' | 'address' | 'reason'>

/**
 * Requests a refund of an order for staff, in a transaction with its audit entry.
 *
 * @returns whether there is a new request; false if refunds cover everything already.
 * @throws {CallError} why it cannot be requested.
 */
export async function refundOrder(
  deps: StaffOrdersDeps,
  actorId: string,
  id: string,
  asked: AskedRefund,
): Promise<boolean> {
  const { db, clock, policy, releaseAt, bitcoinNetwork, freezeChecks } = deps
  const order = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  const freeze = order === undefined ? null : await freezeChecks.stateOfRefundAddress(order, asked.address)
  return db.transaction().execute(async (tx) => {
    const refundRequest = { ...asked, orderId: id, askedBy: 'staff', actorId, freeze } as const
    const outcome = throwIfRefused(
      await requestRefund(tx, refundRequest, { releaseAt, bitcoinNetwork, policy }, clock()),
    )
    if (outcome.kind === 'already') return false
    for (const refund of outcome.refunds) {
      const facts = { refundId: refund.id, quantity: refund.quantity, priceCents: refund.price_cents }
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
export async function resendOrderMail(
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
export function auditDecision(
  tx: Db,
  { clock }: Pick<StaffOrdersDeps, 'clock'>,
  actorId: string,
  action: AuditAction,
  id: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAudit(tx, { at: clock(), actorId, action, subject: { kind: 'payment', id }, facts })
}

export function orderNotFound(): CallError {
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
