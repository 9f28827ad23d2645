import { sql } from 'kysely'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import type { PurchaseCounter } from '#shared/visitor-api.ts'
import type { EditionId } from '#shared/editions.ts'
import { COUNTER_INTERVAL_MS } from '#shared/constants.ts'

/** `moving`: clicks add, and the counts increase by themselves (demo). `true`: copies of confirmed orders only. */
export type CounterMode = 'moving' | 'true'

/** The purchase counts of the landing page. */
export interface Counters {
  read(): Promise<readonly PurchaseCounter[]>
  /** Counts a click on an edition's button; has no effect on true counts. */
  addIntent(edition: EditionId, quantity: number): Promise<void>
  /** Called by every page every 15 s: moving counts increase, true counts are recomputed from confirmed orders. */
  increment(): Promise<void>
}

/** The first values of the moving counts, in the order of the editions. */
const MOVING_START = [12_480, 7_936, 4_104, 2_215]
const MOVING_START_OF_FURTHER = 1_068
/** Far below the maximum of an integer; clicks above it are not counted. */
const MAX_COUNT = 2_000_000_000
/** Many pages call at the same time; the orders are summed once for all of them. */
const RECOUNT_EVERY_MS = 1000

/** @param editions the editions on sale, in the order they are listed in. */
export function createCounters(
  db: Db,
  clock: Clock,
  mode: CounterMode,
  editions: readonly EditionId[],
): Counters {
  let prepared: Promise<void> | null = null
  let folded: { readonly atMs: number; readonly done: Promise<void> } | null = null

  const prepare = () => {
    prepared ??= insertRows(db, mode, editions, clock()).catch((error: unknown) => {
      prepared = null
      throw error
    })
    return prepared
  }
  const fold = (): Promise<void> => {
    const nowMs = clock().getTime()
    if (folded === null || nowMs - folded.atMs >= RECOUNT_EVERY_MS)
      folded = { atMs: nowMs, done: recountOrders(db, clock()) }
    return folded.done
  }

  return {
    async read() {
      await prepare()
      const rows = await db.selectFrom('purchase_counters').selectAll().execute()
      return editions
        .flatMap((edition) => rows.filter((row) => row.id === edition))
        .map((row) => ({
          id: row.id,
          count: row.count,
          last_updated: row.last_updated.toISOString(),
        }))
    },
    async addIntent(edition, quantity) {
      if (mode === 'true') return
      await prepare()
      await addClicks(db, edition, quantity, clock())
    },
    async increment() {
      await prepare()
      if (mode === 'true') await fold()
      else await raiseCounts(db, clock())
    },
  }
}

async function insertRows(
  db: Db,
  mode: CounterMode,
  editions: readonly EditionId[],
  now: Date,
): Promise<void> {
  const rows = editions.map((id, place) => ({
    id,
    count: mode === 'moving' ? (MOVING_START[place] ?? MOVING_START_OF_FURTHER) : 0,
    last_updated: now,
  }))
  await db
    .insertInto('purchase_counters')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function addClicks(db: Db, edition: EditionId, quantity: number, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      update purchase_counters set count = least(count + ${quantity}::integer, ${MAX_COUNT}::integer), last_updated = ${now}
      where id = ${edition}`.execute(tx)
    await announce(tx, 'counters')
  })
}

/** Increases each count by 1 to 3, at most once per 15 s; the time in the row decides. */
async function raiseCounts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - COUNTER_INTERVAL_MS)
  await db.transaction().execute(async (tx) => {
    const risen = await sql`
      update purchase_counters
      set count = least(count + 1 + floor(random() * 3)::integer, ${MAX_COUNT}::integer), last_updated = ${now}
      where last_updated <= ${before}`.execute(tx)
    if (risen.numAffectedRows !== 0n) await announce(tx, 'counters')
  })
}

/** Sets the counts to the copies of confirmed orders, less those refunded. */
async function recountOrders(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const folded = await sql`
      update purchase_counters c set count = sold.copies, last_updated = ${now}
      from (
        select e.id, coalesce(sum(p.quantity - returned.copies), 0)::integer as copies
        from purchase_counters e
        left join payments p on p.edition = e.id and p.status = 'confirmed' and p.confirmed_at is not null
        left join lateral (
          select count(*) as copies from game_keys k where k.payment_id = p.id and k.retired_at is not null and k.replaced_by is null
        ) returned on true
        group by e.id
      ) sold
      where c.id = sold.id and c.count <> sold.copies`.execute(tx)
    if (folded.numAffectedRows !== 0n) await announce(tx, 'counters')
  })
}
