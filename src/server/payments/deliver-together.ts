import type { Db } from '#server/db/database.ts'
import { sql } from 'kysely'
import { beginHolding } from '#server/keys/hold-keys.ts'
import { heldEditions } from '#server/keys/held-editions.ts'
import type { DeliveryDeps } from './deliver-order.ts'
import { countAgainstLimit, handOutKeys, markDelivered } from './hand-out-keys.ts'
import type { PaymentRecord } from './payment-record.ts'

/**
 * Delivers those of several orders for which nothing has to be weighed up, in the transaction that settled and locked them:
 * none waits for stock or for the release, and those that reserve keys hold all of theirs. The others are left to
 * `deliverOrder`.
 *
 * @returns the ids of the orders that got their keys.
 * @throws {NotEnoughKeysError} if the stock is too small.
 * @throws {LimitReachedError} if the limit for a single node is reached. In both cases the caller rolls back and
 * delivers the orders one by one.
 */
export async function deliverTogether(
  tx: Db,
  { clock, policy }: Pick<DeliveryDeps, 'clock' | 'policy'>,
  orders: readonly PaymentRecord[],
): Promise<ReadonlySet<string>> {
  const now = clock()
  const ready = await withoutObstacle(tx, orders, now)
  if (ready.length === 0) return new Set()
  const delivered = await markDelivered(
    tx,
    ready.map(({ id }) => id),
    now,
  )
  if (delivered.length === 0) return new Set()
  await countAgainstLimit(tx, delivered, policy, now)
  await handOutKeys(tx, delivered, now)
  return new Set(delivered.map(({ id }) => id))
}

async function withoutObstacle(
  tx: Db,
  orders: readonly PaymentRecord[],
  now: Date,
): Promise<readonly PaymentRecord[]> {
  const usual = orders.filter(
    (order) => order.awaiting_keys_since === null && order.awaiting_release_since === null,
  )
  if (usual.length === 0) return []
  const editions = [...new Set(usual.map(({ edition }) => edition))].sort()
  const held = await heldEditions(tx, editions)
  const waitedFor = await editionsWaitedFor(tx, editions)
  const open = usual.filter(({ edition }) => !held.has(edition) && !waitedFor.has(edition))
  const reserving = open.filter((order) => order.reserves_keys)
  const covered = await holdersOf(tx, reserving, now)
  return open.filter((order) => !order.reserves_keys || covered.has(order.id))
}

/** The editions of which some order waits for stock or for the release: others may have to wait behind it. */
async function editionsWaitedFor(tx: Db, editions: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ edition: string }>`
    select distinct edition from payments
    where (awaiting_keys_since is not null or awaiting_release_since is not null) and delivered_at is null
      and edition = any(${editions}::text[])`.execute(tx)
  return new Set(rows.map(({ edition }) => edition))
}

/** The ids of those of the orders that hold all their keys. */
async function holdersOf(tx: Db, orders: readonly PaymentRecord[], now: Date): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set()
  for (const edition of [...new Set(orders.map((order) => order.edition))].sort())
    await beginHolding(tx, edition, now)
  const { rows } = await sql<{ id: string; copies: number }>`
    select held_for as id, count(*)::integer as copies from game_keys
    where held_for = any(${orders.map(({ id }) => id)}::uuid[]) and retired_at is null group by held_for`.execute(
    tx,
  )
  const copies = new Map(rows.map((row) => [row.id, row.copies]))
  return new Set(orders.filter((order) => (copies.get(order.id) ?? 0) >= order.quantity).map(({ id }) => id))
}
