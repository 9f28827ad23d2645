import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KeyClaim } from './claim-keys.ts'

/** The outcome of {@link holdKeys}: keys held, the buyer's allowance exceeded, or not enough stock. */
export type HoldResult =
  { readonly kind: 'held' } | { readonly kind: 'over-allowance' } | { readonly kind: 'sold-out' }

/**
 * One buyer may hold this many keys at a time, or 2 % of the stock if that is more. A buyer is a client and an e-mail
 * together, since whole mobile networks share one client.
 */
const ALLOWANCE_MIN = 5n
const ALLOWANCE_PERCENT = 2n

/**
 * Holds an order's keys for its payment window, in the transaction that creates the order. Orders of one edition are
 * serialized here, so that the last keys are neither refused while free nor held twice.
 *
 * @param until the end of the window; the hold ends then unless {@link extendHold} is called.
 * @returns `'over-allowance'` if nothing is held. The order is then a backorder, so that a script cannot block the stock.
 */
export async function holdKeys(tx: Db, claim: KeyClaim, now: Date, until: Date): Promise<HoldResult> {
  await sql`select pg_advisory_xact_lock(hashtext(${'hold:' + claim.edition}))`.execute(tx)
  await sql`
    update game_keys set held_for = null, held_until = null
    where held_for is not null and held_until < ${now} and game_edition = ${claim.edition}`.execute(tx)
  if (await isOverAllowance(tx, claim)) return { kind: 'over-allowance' }
  const held = await sql`
    update game_keys set held_for = ${claim.paymentId}, held_until = ${until}
    where id in (
      select id from game_keys
      where payment_id is null and held_for is null and retired_at is null and game_edition = ${claim.edition}
      order by created_at, id limit ${claim.quantity} for update
    )`.execute(tx)
  return { kind: Number(held.numAffectedRows ?? 0n) === claim.quantity ? 'held' : 'sold-out' }
}

async function isOverAllowance(tx: Db, claim: KeyClaim): Promise<boolean> {
  const { rows } = await sql<{ stock: bigint; mine: bigint }>`
    select
      (select count(*) from game_keys
        where game_edition = ${claim.edition} and payment_id is null and retired_at is null) as stock,
      (select count(*) from game_keys k join payments p on p.id = k.held_for, payments me
        where me.id = ${claim.paymentId} and k.game_edition = ${claim.edition}
          and lower(p.user_email) = lower(me.user_email) and p.client_hash = me.client_hash) as mine`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) return false
  const share = (row.stock * ALLOWANCE_PERCENT) / 100n
  const allowance = share > ALLOWANCE_MIN ? share : ALLOWANCE_MIN
  return row.mine + BigInt(claim.quantity) > allowance
}

/** Extends an order's hold beyond its window, while its money is being confirmed. */
export async function extendHold(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('game_keys')
    .set({ held_until: sql<Date>`'infinity'::timestamptz` })
    .where('held_for', '=', paymentId)
    .execute()
}

/** Returns an order's held keys to the stock. */
export async function releaseHold(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('game_keys')
    .set({ held_for: null, held_until: null })
    .where('held_for', '=', paymentId)
    .execute()
}
