import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { OrderSort } from '#shared/list-sorts.ts'

interface SortKey {
  /** The first value an index sorts by, on `payments p`; null for the creation alone. */
  readonly value: RawBuilder<unknown> | null
  /** The value as it stands in a position, and read from there. */
  readonly text: RawBuilder<unknown>
  readonly parse: (text: string) => RawBuilder<unknown>
  readonly direction: 'asc' | 'desc'
}

const microseconds = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) * 1000000)::bigint::text`
const momentOf = (us: string) => sql`timestamptz 'epoch' + ${digitsOf(us)}::bigint * interval '1 microsecond'`

// as in the index
const PAID_AT = sql`coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00')`
const CREATED = { value: null, text: sql`null`, parse: () => sql`null` }
const PRICE = {
  value: sql`p.price_usd_cents`,
  text: sql`p.price_usd_cents::text`,
  parse: (text: string) => sql`${digitsOf(text)}::bigint`,
}
const PAID = { value: PAID_AT, text: microseconds(PAID_AT), parse: momentOf }
const STATUS = { value: sql`p.status`, text: sql`p.status`, parse: (text: string) => sql`${text}::text` }

const SORTS: Readonly<Record<OrderSort, SortKey>> = {
  newest: { ...CREATED, direction: 'desc' },
  oldest: { ...CREATED, direction: 'asc' },
  price_desc: { ...PRICE, direction: 'desc' },
  price_asc: { ...PRICE, direction: 'asc' },
  paid_desc: { ...PAID, direction: 'desc' },
  paid_asc: { ...PAID, direction: 'asc' },
  status_asc: { ...STATUS, direction: 'asc' },
  status_desc: { ...STATUS, direction: 'desc' },
}

/** The `order by` of a sort: what is equal is sorted by creation and id, in the same direction. */
export function orderOf(sort: OrderSort): RawBuilder<unknown> {
  const { value, direction } = SORTS[sort]
  const keys = [...(value === null ? [] : [value]), sql`p.created_at`, sql`p.id`]
  return sql.join(keys.map((key) => sql`${key} ${sql.raw(direction)}`))
}

/**
 * An order's position in a sorted list: the value sorted by, the creation in microseconds (a Date has only milliseconds)
 * and the id.
 */
export function positionIn(sort: OrderSort): RawBuilder<unknown> {
  const { value, text } = SORTS[sort]
  const created = sql`${microseconds(sql`p.created_at`)} || '.' || p.id`
  return value === null ? created : sql`${text} || '.' || ${created}`
}

/** The condition that an order is beyond a position; every order is beyond null. */
export function isBeyond(sort: OrderSort, before: string | null): RawBuilder<SqlBool> {
  if (before === null) return sql<SqlBool>`true`
  const { value, parse, direction } = SORTS[sort]
  const [id = '', us = '', text = ''] = before.split('.').reverse()
  const operator = sql.raw(direction === 'desc' ? '<' : '>')
  const at = sql`${momentOf(us)}, ${id}::uuid`
  return value === null
    ? sql<SqlBool>`(p.created_at, p.id) ${operator} (${at})`
    : sql<SqlBool>`(${value}, p.created_at, p.id) ${operator} (${parse(text)}, ${at})`
}

/** A position of another sort has no number where one is expected: then the list begins at zero. */
function digitsOf(text: string): string {
  return /^\d+$/.test(text) ? text : '0'
}
