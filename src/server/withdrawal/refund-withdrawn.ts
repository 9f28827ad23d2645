import type { Db } from '#server/db/database.ts'
import { requestRefund } from '#server/refunds/request-refund.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Log } from '#server/runtime/log.ts'
import type { WithdrawalDeps } from './submit-withdrawal.ts'

/** Nobody waits for a minute more: the money came for an order that its buyer had withdrawn from. */
const EVERY_MS = 60_000
const BATCH = 100

interface RefundWithdrawnDeps extends Pick<WithdrawalDeps, 'db' | 'clock' | 'terms' | 'freezeChecks'> {
  readonly log: Log
  readonly everyMs?: number
}

/**
 * Requests the refund of what came for orders that their buyers had withdrawn from, once it is settled. Safe to call again
 * and from several processes: the order is locked, and an order with a refund is left out. A refund that staff withdrew is
 * not requested again.
 */
export async function refundWithdrawn({
  db,
  clock,
  terms,
  freezeChecks,
}: Omit<RefundWithdrawnDeps, 'log'>): Promise<void> {
  for (const order of await findOwed(db)) {
    const freeze = await freezeChecks.stateOfRefundAddress(order, undefined)
    await db.transaction().execute(async (tx) => {
      const request = { orderId: order.id, askedBy: 'buyer', actorId: null, reason: '', freeze } as const
      // refused while money is under way: the next round asks again
      await requestRefund(tx, request, terms, clock())
    })
  }
}

function findOwed(db: Db) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('withdrawn_at', 'is not', null)
    .where('refunded_at', 'is', null)
    .where('status', 'in', ['partial', 'review'])
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('refunds').select('id').whereRef('refunds.payment_id', '=', 'payments.id'),
        ),
      ),
    )
    .orderBy('withdrawn_at')
    .limit(BATCH)
    .execute()
}

/** Creates the worker that calls {@link refundWithdrawn} every minute. */
export function createWithdrawalWorker(deps: RefundWithdrawnDeps): BackgroundWorker {
  const { log, everyMs = EVERY_MS } = deps
  return createIntervalWorker({
    name: 'refunds of withdrawn orders',
    everyMs,
    work: () => refundWithdrawn(deps),
    log,
    onFailure: 'refunds of withdrawn orders were not requested; will retry',
  })
}
