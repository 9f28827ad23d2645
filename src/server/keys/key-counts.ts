import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Log } from '#server/runtime/log.ts'
import type { KeyStats, KeyStatus } from '#shared/admin-api.ts'
import type { EditionId } from '#shared/editions.ts'
import { promisedCopies } from './hold-keys.ts'

const FOLD_EVERY_MS = 60_000

/** The status of a key on `game_keys k`, as it is counted: what a sale made elsewhere took is retired to the schema. */
export const KEY_STATUS = sql<KeyStatus>`key_status(k.status, k.external_order_id)`

/** The number of keys of each edition by status. */
export const KEYS_BY_STATUS = sql<{ edition: EditionId; status: KeyStatus; count: bigint }>`
  select edition, status, sum(change)::bigint as count from key_counts group by 1, 2`

/**
 * The copies of each edition that are spoken for: keys held for open orders, and copies promised without a held key. What
 * is available less these is free.
 */
export function reservedCopies(
  editions: readonly EditionId[],
  now: Date,
): RawBuilder<{ edition: EditionId; copies: bigint }> {
  return sql<{ edition: EditionId; copies: bigint }>`
    select e.id as edition, ${promisedCopies(sql`e.id`, now)} + (
      select count(*) from game_keys
      where game_edition = e.id and held_for is not null and held_until >= ${now}
        and payment_id is null and retired_at is null) as copies
    from unnest(${[...editions]}::text[]) as e (id)`
}

/** The copies of confirmed orders that wait for keys. */
export const COPIES_AWAITING_KEYS = sql<{ edition: EditionId; copies: bigint }>`
  select edition, sum(copies)::bigint as copies from waiting_counts
  where is_awaiting_keys group by 1 having sum(copies) <> 0`

/**
 * Reads the number of keys of each edition by status, from stored counts, so that the cost does not depend on their number.
 *
 * @param onSale editions that are listed first, in this order, also without keys; then every other edition with keys or
 * waiting orders.
 */
export async function readKeyStats(
  db: Db,
  onSale: readonly EditionId[],
  now: Date,
): Promise<Readonly<Record<EditionId, KeyStats>>> {
  const { rows } = await KEYS_BY_STATUS.execute(db)
  const waiting = await COPIES_AWAITING_KEYS.execute(db)
  const countOf = (edition: EditionId, status: KeyStatus) =>
    Number(rows.find((row) => row.edition === edition && row.status === status)?.count ?? 0n)
  const counted = rows.filter(({ count }) => count > 0n).map(({ edition }) => edition)
  const editions = new Set([...onSale, ...[...counted, ...waiting.rows.map(({ edition }) => edition)].sort()])
  const { rows: reserved } = await reservedCopies([...editions], now).execute(db)
  const statsOf = (edition: EditionId): KeyStats => {
    const [available, used] = [countOf(edition, 'available'), countOf(edition, 'used')]
    const [elsewhere, retired] = [countOf(edition, 'elsewhere'), countOf(edition, 'retired')]
    const copies = waiting.rows.find((row) => row.edition === edition)?.copies ?? 0n
    return {
      available,
      used,
      elsewhere,
      retired,
      total: available + used + elsewhere + retired,
      reserved: Number(reserved.find((row) => row.edition === edition)?.copies ?? 0n),
      waiting: Number(copies),
    }
  }
  return Object.fromEntries([...editions].map((edition) => [edition, statsOf(edition)]))
}

/** Merges the count rows of each edition and status into one. Rows added meanwhile are merged by the next run. */
export async function foldKeyCounts(db: Db): Promise<void> {
  await sql`
    with folded as (
      delete from key_counts where edition in (
        select edition from key_counts group by edition, status having count(*) > 1
      ) returning edition, status, change
    )
    insert into key_counts select edition, status, sum(change) from folded group by 1, 2`.execute(db)
}

/** Creates the worker that merges counts every minute. Several processes may do so at once. */
export function createKeyCountFold({ db, log }: { readonly db: Db; readonly log: Log }): BackgroundWorker {
  return createIntervalWorker({
    name: 'key counts',
    everyMs: FOLD_EVERY_MS,
    work: () => foldKeyCounts(db),
    log,
    onFailure: 'counts of keys were not merged; will retry',
  })
}
