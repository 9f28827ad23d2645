import { sql, type ExpressionBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { claimKeys } from '#server/keys/claim-keys.ts'
import { announce } from '#server/live/announce.ts'
import { mailOrders } from './mail-order.ts'
import { orderFacts } from './order-facts.ts'
import { recordEvents } from './payment-event.ts'
import type { PaymentRecord } from './payment-record.ts'
import type { PaymentPolicy } from './policy.ts'
import {
  exceedsSingleNodeLimit,
  isOnOneNode,
  lockSingleNodeLimit,
  readCentsOnOneNode,
} from './single-node-limit.ts'

/** Thrown inside the transaction to roll the delivery back: the limit for a single node is reached. */
export class LimitReachedError extends Error {}

/** Thrown inside the transaction to roll the delivery back: the stock is too small for whole orders. */
export class NotEnoughKeysError extends Error {}

/** Confirmed, settled, without keys, and without a refund that is not withdrawn. */
export function isDeliverable(where: ExpressionBuilder<DB, 'payments'>) {
  return where.and([
    where('delivered_at', 'is', null),
    where('withdrawn_at', 'is', null),
    where('status', '=', 'confirmed'),
    where('needs_settling', '=', false),
    where.not(
      where.exists(
        where
          .selectFrom('refunds')
          .select('refunds.id')
          .whereRef('refunds.payment_id', '=', 'payments.id')
          .where('refunds.status', '<>', 'withdrawn'),
      ),
    ),
  ])
}

/**
 * Marks those of the orders as delivered that are {@link isDeliverable}, as the schema demands before they get keys. The
 * orders are locked by an earlier statement.
 *
 * @returns them; {@link handOutKeys} must follow in the same transaction.
 */
export async function markDelivered(
  tx: Db,
  ids: readonly string[],
  now: Date,
): Promise<readonly PaymentRecord[]> {
  return tx
    .updateTable('payments')
    .set({
      delivered_at: now,
      awaiting_keys_since: null,
      awaiting_release_since: null,
      flags: sql`array_remove(array_remove(flags, 'awaiting_keys'), 'keys_on_release')`,
    })
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where(isDeliverable)
    .returningAll()
    .execute()
}

/**
 * Counts those of the orders against the limit whose keys leave on the word of a single node. Under a lock, so that two
 * processes cannot exceed it together.
 *
 * @throws {LimitReachedError} if they do not fit into it.
 */
export async function countAgainstLimit(
  tx: Db,
  orders: readonly PaymentRecord[],
  policy: PaymentPolicy,
  now: Date,
): Promise<void> {
  const counted = orders.filter(isOnOneNode)
  if (counted.length === 0) return
  await lockSingleNodeLimit(tx)
  if (exceedsSingleNodeLimit(await readCentsOnOneNode(tx, now), counted, policy))
    throw new LimitReachedError()
  await tx
    .updateTable('payments')
    .set({ is_on_one_node: true })
    .where(sql<boolean>`id = any(${counted.map(({ id }) => id)}::uuid[])`)
    .execute()
}

/**
 * Assigns keys to orders that {@link markDelivered} returned, and queues a mail with them for each.
 *
 * @throws {NotEnoughKeysError} if the stock is too small for one of them; the caller rolls back.
 */
export async function handOutKeys(tx: Db, orders: readonly PaymentRecord[], now: Date): Promise<void> {
  for (const [edition, ofEdition] of Map.groupBy(orders, (order) => order.edition)) {
    const claims = ofEdition.map(({ id, quantity }) => ({ paymentId: id, quantity }))
    const wanted = claims.reduce((sum, { quantity }) => sum + quantity, 0)
    if ((await claimKeys(tx, edition, claims, now)) < wanted) throw new NotEnoughKeysError()
  }
  await mailOrders(
    tx,
    orders.map((record) => ({ record, mail: { template: 'keys', facts: orderFacts(record) } })),
  )
  await recordEvents(
    tx,
    orders.map(({ id, quantity }) => ({
      paymentId: id,
      at: now,
      kind: 'delivered',
      facts: { keys: quantity },
    })),
  )
  await announce(tx, ...orders.map(({ id }) => `payment:${id}` as const), 'keys', 'counters')
}
