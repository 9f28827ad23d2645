import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { EditionId } from '#shared/editions.ts'

/** Paid orders of an edition without their keys, because these are or were held. */
interface WaitingOrders {
  readonly orders: number
  readonly copies: number
}

/** Orders that wait for a release, by edition; those with a refund that is not withdrawn get no keys and are left out. */
export async function countWaitingOrders(db: Db): Promise<ReadonlyMap<EditionId, WaitingOrders>> {
  const { rows } = await sql<{ edition: EditionId; orders: bigint; copies: bigint }>`
    select edition, count(*) as orders, sum(quantity)::bigint as copies from payments p
    where awaiting_release_since is not null and delivered_at is null and status = 'confirmed'
      and not exists (select from refunds r where r.payment_id = p.id and r.status <> 'withdrawn')
    group by 1`.execute(db)
  return new Map(
    rows.map(({ edition, orders, copies }) => [edition, { orders: Number(orders), copies: Number(copies) }]),
  )
}

/** A place in the list of orders whose keys are released. */
interface Place {
  readonly id: string
  /** As PostgreSQL writes it, exactly. */
  readonly confirmedAt: string
}

/**
 * Orders that waited and whose keys are held no more, the oldest confirmation first; those that are to be settled are
 * passed over.
 *
 * @param after the place behind which to read; null from the start.
 */
export async function findReleasedOrders(db: Db, after: Place | null, limit: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select p.id, p.confirmed_at::text as "confirmedAt" from payments p join editions e on e.id = p.edition
    where p.awaiting_release_since is not null and p.delivered_at is null and p.status = 'confirmed'
      and e.keys_held_since is null and not p.needs_settling
      ${after === null ? sql`` : sql`and (p.confirmed_at, p.id) > (${after.confirmedAt}::timestamptz, ${after.id}::uuid)`}
      and not exists (select from refunds r where r.payment_id = p.id and r.status <> 'withdrawn')
    order by p.confirmed_at, p.id limit ${limit}`.execute(db)
  return rows
}
