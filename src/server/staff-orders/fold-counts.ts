import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Log } from '#server/runtime/log.ts'

const EVERY_MS = 60_000

/** Merges the count rows of each day and kind into one row. Rows added meanwhile are merged by the next run. */
export async function foldOrderCounts(db: Db): Promise<void> {
  await sql`
    with folded as (
      delete from order_counts where made_on in (
        select made_on from order_counts group by made_on, status, edition, network, language having count(*) > 1
      ) returning *
    )
    insert into order_counts select made_on, status, edition, network, language, sum(orders) from folded
    group by 1, 2, 3, 4, 5 having sum(orders) <> 0`.execute(db)
  await sql`
    with folded as (
      delete from sale_counts where paid_on in (
        select paid_on from sale_counts group by paid_on, edition, network, language, currency having count(*) > 1
      ) returning *
    )
    insert into sale_counts
    select paid_on, edition, network, language, sum(orders), sum(copies), sum(cents), currency from folded
    group by 1, 2, 3, 4, 8 having sum(orders) <> 0`.execute(db)
  await sql`
    with folded as (
      delete from confirm_counts where paid_on in (
        select paid_on from confirm_counts group by paid_on, took_s having count(*) > 1
      ) returning *
    )
    insert into confirm_counts select paid_on, took_s, sum(orders) from folded
    group by 1, 2 having sum(orders) <> 0`.execute(db)
  await sql`
    with folded as (
      delete from waiting_counts where edition in (
        select edition from waiting_counts group by edition, is_awaiting_keys, currency
        having count(*) > 1 or sum(orders) = 0
      ) returning *
    )
    insert into waiting_counts
    select edition, is_awaiting_keys, sum(orders), sum(copies), sum(cents), currency from folded
    group by 1, 2, 6 having sum(orders) <> 0`.execute(db)
}

/** Creates the worker that merges counts every minute. Several processes may do so at once. */
export function createOrderCountFold({ db, log }: { readonly db: Db; readonly log: Log }): BackgroundWorker {
  return createIntervalWorker({
    name: 'order counts',
    everyMs: EVERY_MS,
    work: () => foldOrderCounts(db),
    log,
    onFailure: 'counts of orders were not merged; will retry',
  })
}
