import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

/** The database, or an open transaction on it: functions that write take either, so that calls join their caller's. */
export type Db = Kysely<DB>

/** An open database. `pool` is for the few outside parts that speak pg themselves. */
export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /** Waits for the queries under way, then lets go of every connection. Safe to call twice. */
  close(): Promise<void>
}

export type PgPool = pg.Pool

interface DatabaseOptions {
  /** Connections at most. */
  readonly max: number
  /** Told about connections that break while idle; the pool replaces them by itself. */
  readonly onIdleError?: (error: Error) => void
}

const INT8 = 20
const NUMERIC = 1700
const INT8_ARRAY = 1016
const NUMERIC_ARRAY = 1231

/** pg's own readers, but whole numbers beyond a double's reach come as bigint: int8 and numeric, which has no decimals here. */
export const typeReaders: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary' = 'text'): unknown => {
    if (format === 'text' && (oid === INT8 || oid === NUMERIC)) return BigInt
    if (format === 'text' && (oid === INT8_ARRAY || oid === NUMERIC_ARRAY)) return readBigints
    return readerOf(oid, format)
  }) as typeof pg.types.getTypeParser,
}

const readerOf = pg.types.getTypeParser as (oid: number, format: 'text' | 'binary') => unknown

function readBigints(text: string): (bigint | null)[] {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map((item) => (item === 'NULL' ? null : BigInt(item)))
}

/** Opens a pool on a PostgreSQL. Connects only when first used. */
export function openDatabase(url: string, { max, onIdleError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: typeReaders,
    application_name: 'keyhold',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // without a listener, an idle connection that breaks would end the program
  pool.on('error', (error) => onIdleError?.(error))
  // the same for one that breaks between two queries of a transaction; the next query tells who holds it
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  let closed: Promise<void> | null = null
  return { db, pool, close: () => (closed ??= db.destroy()) }
}
