import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { KeySort } from '#shared/list-sorts.ts'

interface SortedColumn {
  readonly name: 'game_edition' | 'status' | 'created_at' | 'id'
  readonly direction: 'asc' | 'desc'
}

const CREATED = [
  { name: 'created_at', direction: 'desc' },
  { name: 'id', direction: 'asc' },
] as const satisfies readonly SortedColumn[]
const EDITION = [{ name: 'game_edition', direction: 'asc' }, ...CREATED] as const
const STATUS = [{ name: 'status', direction: 'asc' }, ...CREATED] as const

/** Each is an index read forwards or backwards, so that a page reads no more rows than it skips and shows. */
const SORTS: Readonly<Record<KeySort, readonly SortedColumn[]>> = {
  newest: CREATED,
  oldest: reversed(CREATED),
  edition_asc: EDITION,
  edition_desc: reversed(EDITION),
  status_asc: STATUS,
  status_desc: reversed(STATUS),
}

function reversed(columns: readonly SortedColumn[]): readonly SortedColumn[] {
  return columns.map(({ name, direction }) => ({ name, direction: direction === 'asc' ? 'desc' : 'asc' }))
}

/** The columns that a list is sorted by, on `game_keys k`. @param isBackwards from its end. */
export function keyOrderOf(sort: KeySort, isBackwards = false): RawBuilder<unknown> {
  const columns = isBackwards ? reversed(SORTS[sort]) : SORTS[sort]
  return sql.join(columns.map(({ name, direction }) => sql`${sql.ref(`k.${name}`)} ${sql.raw(direction)}`))
}

/** The same columns without a direction: only these are read of the keys that are skipped, from the index alone. */
export function keyColumnsOf(sort: KeySort): RawBuilder<unknown> {
  return sql.join(SORTS[sort].map(({ name }) => sql.ref(`k.${name}`)))
}

/** A key's position in a sorted list: the value sorted by, the creation in microseconds (a Date has only milliseconds), the id. */
export function keyPositionIn(sort: KeySort): RawBuilder<string> {
  const created = sql`(extract(epoch from k.created_at) * 1000000)::bigint::text || '.' || k.id`
  const [{ name } = { name: 'created_at' }] = SORTS[sort].filter(
    (column) => !CREATED.some((one) => one.name === column.name),
  )
  return name === 'created_at'
    ? sql<string>`${created}`
    : sql<string>`${sql.ref(`k.${name}`)} || '.' || ${created}`
}

/**
 * The keys beyond a position as conditions that exclude each other, the nearest first: those that are equal in all columns but
 * the last, then those that are equal in one less. Each is one range of the index that serves the sort.
 */
export function rangesBeyond(
  sort: KeySort,
  position: string,
  isBackwards: boolean,
): readonly RawBuilder<SqlBool>[] {
  const columns = isBackwards ? reversed(SORTS[sort]) : SORTS[sort]
  const [id = '', us = '', value = ''] = position.split('.').reverse()
  const values: Readonly<Record<SortedColumn['name'], RawBuilder<unknown>>> = {
    game_edition: sql`${value}::text`,
    status: sql`${value}::text`,
    created_at: sql`timestamptz 'epoch' + ${us}::bigint * interval '1 microsecond'`,
    id: sql`${id}::uuid`,
  }
  return columns.toReversed().map((last) => {
    const equal = columns
      .slice(0, columns.indexOf(last))
      .map(({ name }) => sql`${sql.ref(`k.${name}`)} = ${values[name]}`)
    const beyond = sql`${sql.ref(`k.${last.name}`)} ${sql.raw(last.direction === 'asc' ? '>' : '<')} ${values[last.name]}`
    return sql<SqlBool>`${sql.join([...equal, beyond], sql` and `)}`
  })
}
