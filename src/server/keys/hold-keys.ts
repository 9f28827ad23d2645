import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { EditionId } from '#shared/editions.ts'
import type { KeyClaim } from './claim-keys.ts'

/**
 * The outcome of {@link holdKeys}. `'over-allowance'`: there is enough stock, but the buyer holds too many keys already.
 * `'sold-out'`: the stock does not cover the order. `'client-over'`: unpaid orders of the client are promised too much of it.
 */
export type HoldResult = {
  readonly kind: 'held' | 'over-allowance' | 'sold-out' | 'client-over'
}

/**
 * One buyer may hold this many keys at a time, or 2 % of the stock if that is more. A buyer is a client and an e-mail
 * together, since whole mobile networks share one client.
 */
const ALLOWANCE_MIN = 5n
const ALLOWANCE_PERCENT = 2n
/**
 * All unpaid orders of one client together may be promised this many copies of an edition, or 10 % of its stock, whatever
 * e-mail addresses they have. A client's only unpaid order may be of any quantity.
 */
const CLIENT_ALLOWANCE_MIN = 30n
const CLIENT_ALLOWANCE_PERCENT = 10n

/**
 * Holds an order's keys for its payment window, in the transaction that creates the order. Orders of one edition are
 * serialized here, so that the last keys are neither refused while free nor promised twice.
 *
 * @param until the end of the window; the hold ends then unless {@link extendHold} is called.
 * @returns `'over-allowance'` if nothing is held. The order is then a backorder, which counts against the stock as long as
 * it is open. `'sold-out'` if the stock does not cover the order, whatever its quantity, and `'client-over'`; then the
 * caller must roll back.
 */
export async function holdKeys(tx: Db, claim: KeyClaim, now: Date, until: Date): Promise<HoldResult> {
  await beginHolding(tx, claim.edition, now)
  await tx.updateTable('payments').set({ reserves_keys: true }).where('id', '=', claim.paymentId).execute()
  if (!(await isCovered(tx, claim, claim.quantity, now))) return { kind: 'sold-out' }
  if (await isClientOver(tx, claim, now)) return { kind: 'client-over' }
  if (await isOverAllowance(tx, claim)) return { kind: 'over-allowance' }
  await holdFreeKeys(tx, claim, claim.quantity, until)
  return { kind: 'held' }
}

/** Makes the holds of an edition follow one another until the transaction ends, and releases those that have expired. */
export async function beginHolding(tx: Db, edition: EditionId, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${'hold:' + edition}))`.execute(tx)
  await sql`
    update game_keys set held_for = null, held_until = null
    where held_for is not null and held_until < ${now} and game_edition = ${edition}`.execute(tx)
}

/** Whether `wanted` more keys for an order are free and promised to no other order; `confirmedAt` as in {@link countPromisedCopies}. */
async function isCovered(
  tx: Db,
  claim: KeyClaim,
  wanted: number,
  now: Date,
  confirmedAt: Date | null = null,
): Promise<boolean> {
  const promised = await countPromisedCopies(tx, claim.edition, now, claim.paymentId, confirmedAt)
  return hasFreeKeys(tx, claim.edition, promised + wanted, now)
}

/**
 * Counts the copies that are promised to open orders of an edition without a key being held for them: to orders beyond the
 * allowance, and to orders that are paid and lost their hold or never had one. An order is open while a hold would last, and
 * until money that is stored for it is settled: a process may have ended in between.
 *
 * @param except an order that is not counted; null for none.
 * @param confirmedAt of an order whose keys are about to leave: those that were confirmed later wait behind it and are not
 * counted. Null counts all.
 */
export async function countPromisedCopies(
  db: Db,
  edition: EditionId,
  now: Date,
  except: string | null,
  confirmedAt: Date | null = null,
): Promise<number> {
  // one statement, so that an order whose status changes meanwhile is counted once
  const { rows } = await sql<{ copies: bigint }>`
    select ${promisedCopies(edition, now, except, confirmedAt)} as copies`.execute(db)
  return Number(rows[0]?.copies ?? 0n)
}

/**
 * The same as an expression, for a statement that reads other things as well.
 *
 * @param edition may be a column.
 */
export function promisedCopies(
  edition: EditionId | RawBuilder<unknown>,
  now: Date,
  except: string | null = null,
  confirmedAt: Date | null = null,
): RawBuilder<bigint> {
  const isOther = sql`p.id is distinct from ${except}::uuid`
  const isUnpaid = sql`p.delivered_at is null and p.status in ('pending', 'partial', 'detected')
    and (p.status <> 'pending' or p.expires_at >= ${now} or p.needs_settling)`
  const isPaid = sql`p.delivered_at is null and p.status = 'confirmed'
    and (${confirmedAt}::timestamptz is null or p.confirmed_at < ${confirmedAt})`
  // how many paid copies there are is counted as they change; those before an order are read from the index
  const paid =
    confirmedAt === null
      ? sql`(select coalesce(sum(copies), 0) from waiting_counts where edition = ${edition})
          - (select coalesce(sum(quantity), 0) from payments p
              where p.id = ${except}::uuid and p.edition = ${edition} and ${isPaid})`
      : sql`(select coalesce(sum(quantity), 0) from payments p
          where p.edition = ${edition} and p.delivered_at is null and p.status = 'confirmed'
            and p.confirmed_at < ${confirmedAt} and ${isOther})`
  return sql<bigint>`(${paid}
      + (select coalesce(sum(quantity), 0) from payments p where p.edition = ${edition} and ${isUnpaid} and ${isOther})
      - (select count(*) from game_keys k join payments p on p.id = k.held_for
          where k.held_for is not null and k.held_until >= ${now} and p.edition = ${edition} and ${isOther}
            and ((${isUnpaid}) or (${isPaid}))))::bigint`
}

/** Whether at least `wanted` keys of an edition are unsold, not retired and not held. It reads no more keys than that. */
export async function hasFreeKeys(db: Db, edition: EditionId, wanted: number, now: Date): Promise<boolean> {
  return (await countFreeKeys(db, edition, wanted, now)) >= wanted
}

/** Counts the keys of an edition that are unsold, not retired and not held: exactly up to `most`, which limits what is read. */
async function countFreeKeys(db: Db, edition: EditionId, most: number, now: Date): Promise<number> {
  const { rows } = await sql<{ free: bigint }>`
    select count(*) as free from (
      select from game_keys
      where game_edition = ${edition} and payment_id is null and retired_at is null and held_for is null
      limit ${most}
    ) as unheld`.execute(db)
  const expired = await sql<{ free: bigint }>`
    select count(*) as free from game_keys
    where game_edition = ${edition} and payment_id is null and retired_at is null
      and held_for is not null and held_until < ${now}`.execute(db)
  return Number((rows[0]?.free ?? 0n) + (expired.rows[0]?.free ?? 0n))
}

/**
 * Counts the copies of an edition that an order could still reserve: free keys that are promised to no open order.
 *
 * @param most limits what is read: there may be more.
 */
export async function countFreeCopies(db: Db, edition: EditionId, most: number, now: Date): Promise<number> {
  const promised = await countPromisedCopies(db, edition, now, null)
  return Math.max(0, (await countFreeKeys(db, edition, promised + most, now)) - promised)
}

async function holdFreeKeys(tx: Db, claim: KeyClaim, wanted: number, until: Date | null): Promise<void> {
  await sql`
    update game_keys set held_for = ${claim.paymentId}, held_until = coalesce(${until}::timestamptz, 'infinity')
    where id in (
      select id from game_keys
      where payment_id is null and held_for is null and retired_at is null and game_edition = ${claim.edition}
      order by created_at, id limit ${wanted} for update
    )`.execute(tx)
}

/** Orders beyond the allowance below count against the stock as held ones do, so their copies are counted here, too. */
async function isClientOver(tx: Db, claim: KeyClaim, now: Date): Promise<boolean> {
  const { rows } = await sql<{ stock: bigint; promised: bigint }>`
    select
      (select count(*) from game_keys
        where game_edition = ${claim.edition} and payment_id is null and retired_at is null) as stock,
      (select coalesce(sum(p.quantity), 0)::bigint from payments p, payments me
        where me.id = ${claim.paymentId} and p.id <> me.id and p.client_hash = me.client_hash
          and p.edition = me.edition and p.status = 'pending' and p.expires_at >= ${now}) as promised`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined || row.promised === 0n) return false
  const share = (row.stock * CLIENT_ALLOWANCE_PERCENT) / 100n
  const allowance = share > CLIENT_ALLOWANCE_MIN ? share : CLIENT_ALLOWANCE_MIN
  return row.promised + BigInt(claim.quantity) > allowance
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

/**
 * Extends an order's hold beyond its window, while its money is being confirmed. An order of an edition that reserves which
 * holds too few keys, because its hold had ended or it was a backorder, holds the rest now if the stock covers it.
 */
export async function extendHold(
  tx: Db,
  claim: KeyClaim & { readonly reservesKeys: boolean },
  now: Date,
): Promise<void> {
  // any other order never held a key
  if (!claim.reservesKeys) return
  // the lock comes before any key is locked, as in holdKeys
  await beginHolding(tx, claim.edition, now)
  const held = await tx
    .updateTable('game_keys')
    .set({ held_until: sql<Date>`'infinity'::timestamptz` })
    .where('held_for', '=', claim.paymentId)
    .executeTakeFirst()
  const missing = claim.quantity - Number(held.numUpdatedRows)
  if (missing === 0) return
  if (await isCovered(tx, claim, missing, now)) await holdFreeKeys(tx, claim, missing, null)
}

/**
 * Whether an order's keys may leave: it holds them all, or what it lacks is promised to no other order. Only orders of an
 * edition that reserves ask.
 */
export async function mayTakeKeys(tx: Db, claim: KeyClaim, now: Date, confirmedAt: Date): Promise<boolean> {
  await beginHolding(tx, claim.edition, now)
  const { held } = await tx
    .selectFrom('game_keys')
    .select(({ fn }) => fn.countAll<bigint>().as('held'))
    .where('held_for', '=', claim.paymentId)
    .executeTakeFirstOrThrow()
  const missing = claim.quantity - Number(held)
  return missing <= 0 || isCovered(tx, claim, missing, now, confirmedAt)
}

/** Returns an order's held keys to the stock. */
export async function releaseHold(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('game_keys')
    .set({ held_for: null, held_until: null })
    .where('held_for', '=', paymentId)
    .execute()
}
