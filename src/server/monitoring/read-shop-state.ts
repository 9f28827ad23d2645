import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { countPromisedCopies } from '#server/keys/hold-keys.ts'
import { readKeyStats } from '#server/keys/key-counts.ts'
import { readEditionStock } from '#server/keys/read-edition-stock.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { RailState } from '#shared/api.ts'
import type { Edition, EditionId } from '#shared/editions.ts'

/** What alerts, health, metrics and the status page are computed from. */
export interface ShopState {
  readonly rails: readonly RailState[]
  readonly stock: readonly EditionState[]
  readonly mail: MailState
  /** The oldest first, at most {@link LISTED_MAX}; without those whose reason has an alert of its own. */
  readonly ordersInReview: readonly string[]
  /** The orders whose refund waits to be paid, the oldest first, at most {@link LISTED_MAX}. */
  readonly refundsRequested: readonly string[]
}

/** The stock of an edition. */
export interface EditionState {
  readonly edition: EditionId
  /** Whether the edition reserves keys, is sold out, and takes no orders. */
  readonly isSoldOut: boolean
  /** Keys that are neither sold nor retired, nor promised to an open order; may be below zero. */
  readonly free: number
  /** Keys of any status; 0: none was ever imported. */
  readonly total: number
  /** Copies of confirmed orders that wait for keys. */
  readonly waiting: number
  /** Copies sold in the last seven days (UTC), today included. */
  readonly soldInWeek: number
}

/** The outbox. */
interface MailState {
  readonly waiting: number
  /** How long the oldest mail has been waiting that the mail server has not refused; 0 without one. */
  readonly oldestS: number
}

export interface ShopStateDeps {
  readonly db: Db
  readonly clock: Clock
  readonly editions: readonly Edition[]
  readonly railStates: () => Promise<readonly RailState[]>
}

/** More than staff can deal with one by one. */
const LISTED_MAX = 200

/**
 * Reads the state of the shop from the database, by one query after another: all at once they would open a connection each,
 * four times a minute, which costs more than the queries.
 */
export async function readShopState(deps: ShopStateDeps): Promise<ShopState> {
  const { db, clock } = deps
  const now = clock()
  return {
    rails: await deps.railStates(),
    stock: await readStock(deps, now),
    mail: await readMailState(db, now),
    ordersInReview: await readOrdersInReview(db),
    refundsRequested: await readRefundsRequested(db),
  }
}

/** Reads the stock of each edition on sale. */
export async function readStock(
  { db, editions }: Pick<ShopStateDeps, 'db' | 'editions'>,
  now: Date,
): Promise<readonly EditionState[]> {
  const onSale = editions.map(({ id }) => id)
  const counts = await readKeyStats(db, onSale)
  const held = await readHeldKeys(db, now)
  const soldOut = await readEditionStock(db, editions, now)
  const sold = await readSoldInWeek(db, now)
  const states: EditionState[] = []
  for (const edition of onSale) {
    const { available = 0, total = 0, waiting = 0 } = counts[edition] ?? {}
    const promised = await countPromisedCopies(db, edition, now, null)
    states.push({
      edition,
      isSoldOut: soldOut.some(({ id, sold_out }) => id === edition && sold_out),
      free: available - (held.get(edition) ?? 0) - promised,
      total,
      waiting,
      soldInWeek: sold.get(edition) ?? 0,
    })
  }
  return states
}

async function readHeldKeys(db: Db, now: Date): Promise<ReadonlyMap<EditionId, number>> {
  const { rows } = await sql<{ edition: EditionId; keys: bigint }>`
    select game_edition as edition, count(*) as keys from game_keys
    where held_for is not null and held_until >= ${now} and payment_id is null group by 1`.execute(db)
  return new Map(rows.map(({ edition, keys }) => [edition, Number(keys)]))
}

async function readSoldInWeek(db: Db, now: Date): Promise<ReadonlyMap<EditionId, number>> {
  const { rows } = await sql<{ edition: EditionId; copies: bigint }>`
    select edition, sum(copies)::bigint as copies from sale_counts
    where paid_on > (${now}::timestamptz at time zone 'utc')::date - 7 group by 1`.execute(db)
  return new Map(rows.map(({ edition, copies }) => [edition, Number(copies)]))
}

/** Reads the outbox. A mail that its server refuses does not count as waiting long: that is no fault of the server. */
async function readMailState(db: Db, now: Date): Promise<MailState> {
  const { rows } = await sql<{ waiting: bigint; oldest: Date | null }>`
    select count(*) as waiting, min(created_at) filter (where failed_as is distinct from 'refused') as oldest
    from mails where sent_at is null`.execute(db)
  const { waiting = 0n, oldest = null } = rows[0] ?? {}
  const oldestS = oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000)
  return { waiting: Number(waiting), oldestS }
}

async function readOrdersInReview(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', 'review')
    // nodes-not-agreed and payment-predates-order
    .where('unagreed_since', 'is', null)
    .where(sql<boolean>`not 'predates_order' = any(flags)`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

async function readRefundsRequested(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('payment_id')
    .where('status', 'in', ['asked', 'mismatch'])
    .orderBy('asked_at')
    .limit(LISTED_MAX)
    .execute()
  return [...new Set(rows.map(({ payment_id: id }) => id))]
}
