import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import type { ExportFilter } from '#shared/order-filter-api.ts'
import { CHAINS, WALLETS } from '#shared/chains.ts'

/** What the reader may search by; one who may not see e-mails could otherwise find them out letter by letter. */
export interface OrderSearch {
  readonly emails: boolean
  /** Hashes a game key to find the order that has it; absent for a reader who may not see keys. */
  readonly hashKey?: (key: string) => Buffer
}

/**
 * Builds the SQL condition of a filter, on `payments p`. An index serves each part of it. The flag is part of the statement's
 * text, so that PostgreSQL plans a rare one differently from a frequent one.
 */
export function filterOrders({ q, ...filter }: ExportFilter, by: OrderSearch): RawBuilder<SqlBool> {
  const { status, flag, edition, network, language, ids } = filter
  const conditions = [
    ...(status === 'all' ? [] : [status === 'undecided' ? UNDECIDED : sql<SqlBool>`p.status = ${status}`]),
    ...(flag === 'all' ? [] : [sql<SqlBool>`p.flags <> '{}' and p.flags @> array[${sql.lit(flag)}]`]),
    ...(edition === 'all' ? [] : [sql<SqlBool>`p.edition = ${edition}`]),
    ...(network === 'all' ? [] : [sql<SqlBool>`p.crypto_network = ${network}`]),
    ...(language === 'all' ? [] : [sql<SqlBool>`p.language = ${language}`]),
    ...daysOf(filter),
    ...(ids === undefined ? [] : [sql<SqlBool>`p.id = any(${ids.split('.')}::uuid[])`]),
    ...(q === '' ? [] : [sql<SqlBool>`p.id in (select id from (${matchingIds(q, by)}) found)`]),
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** What the back office shows a decision for. */
const UNDECIDED = sql<SqlBool>`(p.status = 'review' or (
  p.status = 'detected' and (p.limited_since is not null or p.unagreed_since is not null)))`

/** The days of creation, both included. */
function daysOf(filter: Pick<ExportFilter, 'from' | 'to'>): readonly RawBuilder<SqlBool>[] {
  const { from, to } = filter
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`p.created_at >= ${`${from}T00:00:00Z`}::timestamptz`]),
    ...(to === undefined
      ? []
      : [sql<SqlBool>`p.created_at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`]),
  ]
}

/** The maximum number of orders a search considers. */
export const SEARCH_RESULTS_MAX = 1000

/** The ids of orders that match a search text. Each kind of match is one index lookup. */
function matchingIds(q: string, { emails, hashKey }: OrderSearch): RawBuilder<unknown> {
  const byKeys = hashKey === undefined ? [] : [byKey(q, hashKey)]
  const ways = [...byId(q), ...byHash(q), byAddress(q), ...(emails ? byEmail(q) : []), ...byKeys]
  return sql.join(
    ways.map((way) => sql`(${way})`),
    sql` union `,
  )
}

/** Keys of some publishers have small letters. */
function byKey(q: string, hashKey: (key: string) => Buffer): RawBuilder<unknown> {
  const hashes = [...new Set([q, q.toUpperCase()])].map(hashKey)
  return sql`
    select payment_id as id from game_keys
    where key_hash = any(${hashes}::bytea[]) and payment_id is not null`
}

function byId(q: string): readonly RawBuilder<unknown>[] {
  return idsFrom(q).map(
    (range) => sql`select id from payments where id between ${range} limit ${SEARCH_RESULTS_MAX}`,
  )
}

/** The first and the last id that begins with a text, for `between`; none if no id does. */
export function idsFrom(q: string): readonly RawBuilder<unknown>[] {
  const hex = q.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{8,32}$/.test(hex)) return []
  return [sql`${hex.padEnd(32, '0')}::uuid and ${hex.padEnd(32, 'f')}::uuid`]
}

function byHash(q: string): readonly RawBuilder<unknown>[] {
  const hex = q.toLowerCase().replace(/^0x/, '')
  if (!/^[0-9a-f]{64}$/.test(hex)) return []
  const spellings = [hex, `0x${hex}`]
  return [
    sql`select payment_id as id from transfers where chain = any(${CHAINS}) and tx_hash = any(${spellings})`,
    sql`select r.payment_id as id from refund_transactions t join refunds r on r.id = t.refund_id
      where t.chain = any(${CHAINS}) and t.tx_hash = any(${spellings})`,
  ]
}

function byAddress(q: string): RawBuilder<unknown> {
  const spellings = [q, q.toLowerCase()]
  if (/^0x[0-9a-f]{40}$/i.test(q)) spellings.push(toChecksumAddress(q))
  return sql`
    select id from payments where wallet = any(${WALLETS}) and payment_address = any(${spellings})`
}

function byEmail(q: string): readonly RawBuilder<unknown>[] {
  return [
    sql`select id from (
      select id from payments where lower(user_email) like ${beginningWith(q)} order by created_at desc limit ${SEARCH_RESULTS_MAX + 1}
    ) newest`,
  ]
}

/** The pattern of what begins with a text, in small letters. */
export function beginningWith(q: string): string {
  return `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
