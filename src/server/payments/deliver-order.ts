import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { beginHolding, extendHold, hasFreeKeys, mayTakeKeys } from '#server/keys/hold-keys.ts'
import { heldEditions } from '#server/keys/held-editions.ts'
import { announce } from '#server/live/announce.ts'
import {
  countAgainstLimit,
  handOutKeys,
  isDeliverable,
  LimitReachedError,
  markDelivered,
  NotEnoughKeysError,
} from './hand-out-keys.ts'
import { mailOrder } from './mail-order.ts'
import { orderFacts } from './order-facts.ts'
import { recordEvent } from './payment-event.ts'
import type { PaymentRecord } from './payment-record.ts'
import { lockOrder } from './lock-order.ts'
import { settlePayment, type SettleDeps } from './settle-payment.ts'

/** The outcome of {@link deliverOrder}: keys delivered, order waiting for stock or for the release, or nothing to do. */
export type DeliveryResult =
  | { readonly kind: 'delivered'; readonly keys: number }
  | { readonly kind: 'awaiting-keys' }
  | { readonly kind: 'awaiting-release' }
  | { readonly kind: 'nothing-to-do' }

/** What the delivery of an order needs. */
export type DeliveryDeps = Pick<SettleDeps, 'db' | 'clock' | 'policy'>

/** Thrown inside the transaction to roll the delivery back: what is left goes to orders that waited for the release. */
class ReleaseFirstError extends Error {}

/**
 * Assigns keys to a confirmed order and queues the mail with them, in one transaction. An order whose evidence has changed
 * since it was settled gets none until it is settled again. An order whose data are erased gets no mail. `delivered_at` guards against a second delivery, never the status, which may go back and return. Safe to call
 * again, from any worker. An order with a refund that is not withdrawn gets no keys. If the stock is too small the order
 * waits; orders that wait are filled oldest first. If the keys of the edition are held until release, the order keeps what
 * it holds of the stock and waits.
 */
export async function deliverOrder(deps: DeliveryDeps, id: string): Promise<DeliveryResult> {
  const { db, clock } = deps
  try {
    return await db.transaction().execute((tx) => deliverInTransaction(tx, deps, id))
  } catch (error) {
    if (error instanceof LimitReachedError) {
      // the order goes back to `detected`, and waits there
      await settlePayment(deps, id)
      return { kind: 'nothing-to-do' }
    }
    if (error instanceof ReleaseFirstError) return { kind: 'nothing-to-do' }
    if (!(error instanceof NotEnoughKeysError)) throw error
    return db.transaction().execute((tx) => markAwaitingKeys(tx, id, clock()))
  }
}

async function deliverInTransaction(
  tx: Db,
  { clock, policy }: DeliveryDeps,
  id: string,
): Promise<DeliveryResult> {
  const now = clock()
  // Lock in a statement of its own: a concurrent refund request holds this lock, and an UPDATE that waited for it would
  // still use the snapshot without that refund.
  const order = await lockOrder(tx, id)
  if (order === null) return { kind: 'nothing-to-do' }
  const { edition } = order
  if ((await heldEditions(tx, [edition])).has(edition)) return markAwaitingRelease(tx, id, now)
  const [record] = await markDelivered(tx, [id], now)
  if (record === undefined) return { kind: 'nothing-to-do' }
  // before the lock of the single node's limit, as wherever both are taken
  if (record.reserves_keys) await beginHolding(tx, edition, now)
  await countAgainstLimit(tx, [record], policy, now)
  const { awaitStock, releasedCopies } = await readOlderOrders(tx, record)
  if (awaitStock) throw new NotEnoughKeysError()
  // what waited for the release comes first, unless the unsold keys cover both
  if (releasedCopies > 0 && !(await hasFreeKeys(tx, edition, releasedCopies + record.quantity, now)))
    throw new ReleaseFirstError()
  const claim = { paymentId: id, edition, quantity: record.quantity }
  if (record.reserves_keys && !(await mayTakeKeys(tx, claim, now, record.confirmed_at ?? now)))
    throw new NotEnoughKeysError()
  await handOutKeys(tx, [record], now)
  return { kind: 'delivered', keys: record.quantity }
}

/** What older orders of the same edition wait for, as far as it concerns this one: nothing if it holds keys itself. */
interface OlderOrders {
  /** Whether some wait for stock. */
  readonly awaitStock: boolean
  /** How many copies are still to be handed out since the release. */
  readonly releasedCopies: number
}

async function readOlderOrders(tx: Db, record: PaymentRecord): Promise<OlderOrders> {
  const { rows } = await sql<{ await_stock: boolean | null; released: bigint | null }>`
    select bool_or(awaiting_keys_since is not null) as await_stock,
      sum(quantity) filter (where awaiting_release_since is not null)::bigint as released
    from payments
    where (awaiting_keys_since is not null or awaiting_release_since is not null)
      and delivered_at is null and status = 'confirmed' and not needs_settling
      and edition = ${record.edition} and id <> ${record.id} and confirmed_at < ${record.confirmed_at}
      and not exists (select from game_keys where held_for = ${record.id})
      and not exists (select from refunds r where r.payment_id = payments.id and r.status <> 'withdrawn')`.execute(
    tx,
  )
  return { awaitStock: rows[0]?.await_stock === true, releasedCopies: Number(rows[0]?.released ?? 0n) }
}

/** Takes nothing away from other orders: the order goes on holding its part of the stock, and holds what it lacks. */
async function markAwaitingRelease(tx: Db, id: string, now: Date): Promise<DeliveryResult> {
  const record = await tx
    .updateTable('payments')
    .set({
      awaiting_release_since: now,
      awaiting_keys_since: null,
      flags: sql`array_append(array_remove(flags, 'awaiting_keys'), 'keys_on_release')`,
    })
    .where('id', '=', id)
    .where(isDeliverable)
    .where('awaiting_release_since', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (record === undefined) return { kind: 'nothing-to-do' }
  const { edition, quantity, reserves_keys: reservesKeys } = record
  await extendHold(tx, { paymentId: id, edition, quantity, reservesKeys }, now)
  await mailOrder(tx, record, { template: 'keys-on-release', facts: orderFacts(record) })
  await recordEvent(tx, id, now, 'awaiting_release', { quantity })
  await announce(tx, `payment:${id}`)
  return { kind: 'awaiting-release' }
}

async function markAwaitingKeys(tx: Db, id: string, now: Date): Promise<DeliveryResult> {
  const record = await tx
    .updateTable('payments')
    .set({
      awaiting_keys_since: now,
      awaiting_release_since: null,
      flags: sql`array_append(array_remove(flags, 'keys_on_release'), 'awaiting_keys')`,
    })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .where('awaiting_keys_since', 'is', null)
    .where('status', '=', 'confirmed')
    .where('needs_settling', '=', false)
    .returningAll()
    .executeTakeFirst()
  if (record !== undefined) {
    await mailOrder(tx, record, { template: 'keys-follow', facts: orderFacts(record) })
    await recordEvent(tx, id, now, 'awaiting_keys', { quantity: record.quantity })
    await announce(tx, `payment:${id}`)
  }
  return { kind: 'awaiting-keys' }
}

/** Queues another mail with an order's keys, one for each `reason`. An order whose data are erased gets none. */
export async function resendKeys(tx: Db, record: PaymentRecord, reason: string): Promise<void> {
  const mail = { template: 'keys', facts: orderFacts(record) } as const
  await mailOrder(tx, record, mail, `keys:${record.id}:${reason}`)
}

/**
 * Delivers orders that wait for keys, oldest confirmation first; one that cannot be filled blocks the later ones of its
 * edition. Orders that must be settled first are passed over: their chain may be unreadable for a long time.
 */
export async function fillWaitingOrders(deps: DeliveryDeps): Promise<number> {
  const waiting = await deps.db
    .selectFrom('payments')
    .select(['id', 'edition'])
    .where('awaiting_keys_since', 'is not', null)
    .where('delivered_at', 'is', null)
    .where('status', '=', 'confirmed')
    .where('needs_settling', '=', false)
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
  const blocked = new Set<string>()
  let filled = 0
  for (const order of waiting) {
    if (blocked.has(order.edition)) continue
    const delivery = await deliverOrder(deps, order.id)
    if (delivery.kind === 'delivered') filled += 1
    if (delivery.kind === 'awaiting-keys') blocked.add(order.edition)
  }
  return filled
}
