import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { deliverOrder, type DeliveryDeps } from '#server/payments/deliver-order.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { findReleasedOrders } from './waiting-orders.ts'

export interface ReleaseKeysDeps extends DeliveryDeps {
  readonly log: Log
  /** Mails with keys that may wait in the outbox at once; 200 by default. */
  readonly queuedMax?: number
}

/** So many that other mails are not delayed for long. */
const QUEUED_MAX = 200
const PAGE = 50

/**
 * Hands out the keys of orders that waited for a release which has come, the oldest first, as far as the outbox has room.
 * Each order is a delivery of its own, guarded by `delivered_at`: safe to call again after it was cut off anywhere, and
 * from several processes. An order that the stock does not cover waits for keys from then on, and its buyer is told. One
 * that fails is logged, does not stop the others, and is tried again by the next call.
 *
 * @returns whether there was such an order.
 */
export async function releaseKeys({
  log,
  queuedMax = QUEUED_MAX,
  ...deps
}: ReleaseKeysDeps): Promise<boolean> {
  let after: Parameters<typeof findReleasedOrders>[1] = null
  let room = queuedMax
  for (;;) {
    const page = await findReleasedOrders(deps.db, after, PAGE)
    if (page.length === 0) return after !== null
    if (after === null) room -= await countQueued(deps.db)
    for (const order of page) {
      if (room <= 0) return true
      after = order
      try {
        const { kind } = await deliverOrder(deps, order.id)
        if (kind !== 'nothing-to-do') room -= 1
      } catch (error) {
        log.error({ orderId: order.id, error: describeError(error) }, 'keys were not released; will retry')
      }
    }
  }
}

/** Mails with keys that were not tried yet: a mail server that is down does not keep keys from the pages of their orders. */
async function countQueued(db: Db): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from mails where sent_at is null and template in ('keys', 'keys-follow') and failed_as is null`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0n)
}
