import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { OrderSort } from '#shared/list-sorts.ts'
import type { ExportFilter, OrderListQuery } from '#shared/order-filter-api.ts'
import type { OrderRow } from '#shared/orders-api.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
import { filterOrders, SEARCH_RESULTS_MAX, type OrderSearch } from './filter-orders.ts'
import { readArrived } from './read-arrived.ts'
import { readHeldBack } from './read-held-back.ts'
import { isBeyond, orderOf, positionIn } from './sort-orders.ts'
import { ORDER_COLUMNS, toOrderRow, type ListedOrder, type OrderVisibility } from './order-row.ts'

/** One page of the list of orders. */
export interface ListOrdersResult {
  readonly orders: readonly OrderRow[]
  readonly next: string | null
  readonly total: number
  readonly hasMore: boolean
  readonly review: number
}

/** Lists one page of orders. */
export async function listOrders(
  db: Db,
  query: OrderListQuery,
  visibility: OrderVisibility & Pick<OrderSearch, 'hashKey'>,
): Promise<ListOrdersResult> {
  const [rows, counted, review] = await Promise.all([
    selectOrders(db, query, visibility, {
      before: query.before ?? null,
      limit: query.limit + 1,
      sort: query.sort,
    }),
    countOrders(db, query, visibility),
    readReviewCount(db),
  ])
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const idsOf = (wanted: PaymentStatus) => page.filter(({ status }) => status === wanted).map(({ id }) => id)
  const heldBack = await readHeldBack(db, idsOf('detected'))
  const arrived = await readArrived(db, [...idsOf('review'), ...heldBack.keys()])
  return {
    orders: page.map((row) => toOrderRow(row, arrived.get(row.id) ?? [], visibility, heldBack.get(row.id))),
    next: rows.length > query.limit && last !== undefined ? last.position : null,
    ...counted,
    review,
  }
}

type PositionedOrder = ListedOrder & { readonly position: string }

/** Selects the orders of a list beyond a position, newest first unless asked otherwise. */
export async function selectOrders(
  db: Db,
  filter: ExportFilter,
  by: OrderSearch,
  page: { readonly before: string | null; readonly limit: number; readonly sort?: OrderSort },
): Promise<readonly PositionedOrder[]> {
  const { before, limit, sort = 'newest' } = page
  const { rows } = await sql<PositionedOrder>`
    select ${ORDER_COLUMNS}, ${positionIn(sort)} as position
    from payments p where ${filterOrders(filter, by)} and ${isBeyond(sort, before)}
    order by ${orderOf(sort)} limit ${limit}`.execute(db)
  return rows
}

/**
 * Reads the total from the stored counts. A search, a flag or what is undecided is not in them, so those orders are counted, up to a
 * limit.
 */
async function countOrders(
  db: Db,
  filter: ExportFilter,
  by: OrderSearch,
): Promise<{ total: number; hasMore: boolean }> {
  if (filter.q !== '' || filter.flag !== 'all' || filter.status === 'undecided') {
    return countFound(db, sql`payments p where ${filterOrders(filter, by)}`)
  }
  const { status, edition, network, language, from = '-infinity', to = 'infinity' } = filter
  const is = (column: string, value: string) =>
    value === 'all' ? sql`true` : sql`${sql.ref(column)} = ${value}`
  const { rows } = await sql<{ n: bigint }>`
    select coalesce(sum(orders), 0)::bigint as n from order_counts
    where ${is('status', status)} and ${is('edition', edition)} and ${is('network', network)}
      and ${is('language', language)} and made_on between ${from}::date and ${to}::date`.execute(db)
  return { total: Number(rows[0]?.n ?? 0n), hasMore: false }
}

/** Counts what is found, up to a limit. */
export async function countFound(
  db: Db,
  found: RawBuilder<unknown>,
): Promise<{ readonly total: number; readonly hasMore: boolean }> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from (select from ${found} limit ${SEARCH_RESULTS_MAX + 1}) counted`.execute(db)
  const count = Number(rows[0]?.n ?? 0n)
  return { total: Math.min(count, SEARCH_RESULTS_MAX), hasMore: count > SEARCH_RESULTS_MAX }
}

async function readReviewCount(db: Db): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from payments where status = 'review'`.execute(db)
  return Number(rows[0]?.n ?? 0n)
}
