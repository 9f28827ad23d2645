import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { toExternalOrder, type ExternalRecord } from '#server/external-orders/external-record.ts'
import type { ExternalOrderListQuery } from '#shared/external-orders-api.ts'
import type { ExternalOrder, ExternalState } from '#shared/program-orders.ts'
import { beginningWith, idsFrom, SEARCH_RESULTS_MAX } from './filter-orders.ts'
import { countFound } from './list-orders.ts'
import type { OrderVisibility } from './order-row.ts'
import { isBeyond, orderOf, positionIn } from './sort-orders.ts'

type Visibility = Pick<OrderVisibility, 'emails'>

/** One page of the list of sales made elsewhere. */
export interface ListExternalOrdersResult {
  readonly orders: readonly ExternalOrder[]
  readonly next: string | null
  readonly total: number
  readonly hasMore: boolean
}

/** Lists one page of the sales made elsewhere, newest first. */
export async function listExternalOrders(
  db: Db,
  query: ExternalOrderListQuery,
  visibility: Visibility,
): Promise<ListExternalOrdersResult> {
  const { before = null, limit } = query
  const found = sql`external_orders p where ${filterExternal(query, visibility)}`
  const [{ rows }, counted] = await Promise.all([
    sql<ExternalRecord & { position: string }>`
      select p.*, ${positionIn('newest')} as position from ${found} and ${isBeyond('newest', before)}
      order by ${orderOf('newest')} limit ${limit + 1}`.execute(db),
    countFound(db, found),
  ])
  const page = rows.slice(0, limit)
  return {
    orders: page.map((row) => toExternalOrder(row, visibility)),
    next: rows.length > limit ? (page.at(-1)?.position ?? null) : null,
    ...counted,
  }
}

/** On `external_orders p`, as `stateOf` tells the state. Each is what an index is of, but for the usual one. */
const STATES: Readonly<Record<ExternalState, RawBuilder<SqlBool>>> = {
  waiting: sql`p.delivered_at is null and p.refunded_at is null`,
  delivered: sql`p.delivered_at is not null and p.refunded_at is null`,
  refunded: sql`p.refunded_at is not null`,
}

function filterExternal(
  { state, edition, q }: Pick<ExternalOrderListQuery, 'state' | 'edition' | 'q'>,
  visibility: Visibility,
): RawBuilder<SqlBool> {
  const conditions = [
    ...(state === 'all' ? [] : [STATES[state]]),
    ...(edition === 'all' ? [] : [sql<SqlBool>`p.edition = ${edition}`]),
    ...(q === '' ? [] : [sql<SqlBool>`p.id in (${matchingIds(q, visibility)})`]),
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** The ids of sales that match a search text. Each kind of match is one index lookup. */
function matchingIds(q: string, { emails }: Visibility): RawBuilder<unknown> {
  const newest = (column: string) => sql`
    (select id from external_orders where lower(${sql.ref(column)}) like ${beginningWith(q)}
      order by created_at desc limit ${SEARCH_RESULTS_MAX + 1})`
  const byId = idsFrom(q).map((range) => sql`(select id from external_orders where id between ${range})`)
  return sql.join([newest('reference'), ...(emails ? [newest('user_email')] : []), ...byId], sql` union `)
}
