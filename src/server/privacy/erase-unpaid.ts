import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import { UNPAID_DATA_KEPT_S } from '#shared/constants.ts'
import { isMailBeingSent } from './erase-mails.ts'
import { eraseOrder } from './erase-order.ts'

interface EraseUnpaidOptions {
  readonly log: Log
  /** The maximum number of orders; the others wait for the next run. */
  readonly most?: number
  /** Ends it before the next order, with its error. */
  readonly signal?: AbortSignal
}

/**
 * Erases the personal data of orders that were created at least 30 days ago and never received money, oldest first, each in
 * a transaction of its own. Safe to run again, also concurrently. If money arrives at the same moment, the order is kept. An
 * order with a mail that is being sent waits for the next run.
 *
 * @returns the number of erased orders.
 */
export async function eraseUnpaid(
  db: Db,
  now: Date,
  { log, most = 5000, signal }: EraseUnpaidOptions,
): Promise<number> {
  let erased = 0
  for (const id of await dueOrders(db, now, most)) {
    signal?.throwIfAborted()
    try {
      if (await eraseIfUnpaid(db, id, now)) erased += 1
    } catch (error) {
      log.error({ orderId: id, error: describeError(error) }, 'an order could not be erased; will retry')
    }
  }
  return erased
}

async function dueOrders(db: Db, now: Date, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payments p
    where erased_at is null and status in ('pending', 'expired') and created_at < ${createdBefore(now)}
      and not exists (select from transfers t where t.payment_id = p.id and t.block_age <> 'older')
      and not exists (select from refunds r where r.payment_id = p.id)
    order by created_at, id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

function createdBefore(now: Date): Date {
  return new Date(now.getTime() - UNPAID_DATA_KEPT_S * 1000)
}

async function eraseIfUnpaid(db: Db, id: string, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order === null || order.erased_at !== null || order.created_at >= createdBefore(now)) return false
    if (!(await isUnpaid(tx, order)) || (await isMailBeingSent(tx, id))) return false
    await eraseOrder(tx, id, now)
    return true
  })
}

/** Whether a locked order never received money or keys. */
export async function isUnpaid(tx: Db, order: PaymentRecord): Promise<boolean> {
  if (order.status !== 'pending' && order.status !== 'expired') return false
  return order.delivered_at === null && !(await hasHadMoney(tx, order.id))
}

/**
 * Whether an order ever had money of any coin (also if it was lost again), a refund, or keys. What an earlier owner of its
 * address received is no money of the order. With the order locked, the
 * answer is valid until the transaction ends, because storing a transfer needs the same lock.
 */
async function hasHadMoney(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from transfers where payment_id = ${orderId} and block_age <> 'older')
      or exists (select from refunds where payment_id = ${orderId})
      or exists (select from game_keys where payment_id = ${orderId}) as has`.execute(tx)
  return rows[0]?.has !== false
}
