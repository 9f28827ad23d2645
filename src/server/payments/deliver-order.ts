import { sql } from 'kysely'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { claimKeys } from '#server/keys/claim-keys.ts'
import { announce } from '#server/live/announce.ts'
import { mailOrder } from './mail-order.ts'
import { orderFacts } from './order-facts.ts'
import { recordEvent } from './payment-event.ts'
import { editionOf, type PaymentRecord } from './payment-record.ts'
import { lockOrder } from './lock-order.ts'

/** How a hand-out ended: with the keys, waiting for stock, or with nothing left to do. */
export type DeliveryResult =
  | { readonly kind: 'delivered'; readonly keys: number }
  | { readonly kind: 'awaiting-keys' }
  | { readonly kind: 'nothing-to-do' }

/** Rolls the hand-out back: the stock is too small for the whole order. */
class NotEnoughKeysError extends Error {}

/**
 * Hands out a confirmed order's keys and queues the mail that carries them: all of it, or none. (One whose data are
 * erased gets no mail; decision 28.) Guarded by its own fact,
 * `delivered_at`, never by the status, which may go back and come again. Safe to call again, from any worker.
 * An order with a refund recorded or asked for gets nothing; one for which the stock is too small waits, oldest first.
 */
export async function deliverOrder(db: Db, clock: Clock, id: string): Promise<DeliveryResult> {
  try {
    return await db.transaction().execute((tx) => handOutKeys(tx, id, clock()))
  } catch (error) {
    if (!(error instanceof NotEnoughKeysError)) throw error
    return db.transaction().execute((tx) => markAwaitingKeys(tx, id, clock()))
  }
}

async function handOutKeys(tx: Db, id: string, now: Date): Promise<DeliveryResult> {
  // By itself first: a refund being asked for holds this lock, and an update that waited for it would go by what it read
  // before, without the refund.
  await lockOrder(tx, id)
  const record = await tx
    .updateTable('payments')
    .set({ delivered_at: now, awaiting_keys_since: null, flags: sql`array_remove(flags, 'awaiting_keys')` })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .where('status', '=', 'confirmed')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('refunds')
            .select('id')
            .where('refunds.payment_id', '=', id)
            .where('refunds.status', '<>', 'withdrawn'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
  if (record === undefined) return { kind: 'nothing-to-do' }
  const edition = editionOf(record)
  if (await hasOlderWaitingOrder(tx, record)) throw new NotEnoughKeysError()
  const keys = await claimKeys(tx, { paymentId: id, edition, quantity: record.quantity }, now)
  if (keys.length < record.quantity) throw new NotEnoughKeysError()
  await mailOrder(tx, record, { template: 'keys', facts: { ...orderFacts(record), keys } })
  await recordEvent(tx, id, now, 'delivered', { keys: keys.length })
  await announce(tx, `payment:${id}`, 'keys', 'counters')
  return { kind: 'delivered', keys: keys.length }
}

/** Whether an order without held keys would take those an older one has waited for. */
async function hasOlderWaitingOrder(tx: Db, record: PaymentRecord): Promise<boolean> {
  const { rows } = await sql<{ is_overtaking: boolean }>`
    select not exists (select from game_keys where held_for = ${record.id}) and exists (
      select from payments
      where awaiting_keys_since is not null and delivered_at is null and status = 'confirmed'
        and edition = ${record.edition} and id <> ${record.id} and confirmed_at < ${record.confirmed_at}
        and not exists (select from refunds r where r.payment_id = payments.id and r.status <> 'withdrawn')
    ) as is_overtaking`.execute(tx)
  return rows[0]?.is_overtaking === true
}

async function markAwaitingKeys(tx: Db, id: string, now: Date): Promise<DeliveryResult> {
  const record = await tx
    .updateTable('payments')
    .set({ awaiting_keys_since: now, flags: sql`array_append(flags, 'awaiting_keys')` })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .where('awaiting_keys_since', 'is', null)
    .where('status', '=', 'confirmed')
    .returningAll()
    .executeTakeFirst()
  if (record !== undefined) {
    await mailOrder(tx, record, { template: 'keys-follow', facts: orderFacts(record) })
    await recordEvent(tx, id, now, 'awaiting_keys', { quantity: record.quantity })
    await announce(tx, `payment:${id}`)
  }
  return { kind: 'awaiting-keys' }
}

/** Mails an order's keys once more, for a reason of its own: one mail each. An order whose data are erased gets none. */
export async function resendKeys(
  tx: Db,
  record: PaymentRecord,
  keys: readonly string[],
  reason: string,
): Promise<void> {
  const mail = { template: 'keys', facts: { ...orderFacts(record), keys } } as const
  await mailOrder(tx, record, mail, `keys:${record.id}:${reason}`)
}

/** Fills orders that wait for keys, oldest confirmation first; one that cannot be filled makes the younger ones wait. */
export async function fillWaitingOrders(db: Db, clock: Clock): Promise<number> {
  const waiting = await db
    .selectFrom('payments')
    .select(['id', 'edition'])
    .where('awaiting_keys_since', 'is not', null)
    .where('delivered_at', 'is', null)
    .where('status', '=', 'confirmed')
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
  const blocked = new Set<string>()
  let filled = 0
  for (const order of waiting) {
    if (blocked.has(order.edition)) continue
    const delivery = await deliverOrder(db, clock, order.id)
    if (delivery.kind === 'delivered') filled += 1
    if (delivery.kind === 'awaiting-keys') blocked.add(order.edition)
  }
  return filled
}
