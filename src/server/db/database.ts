import { Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'
import { createPoolDialect } from './shop-dialect.ts'

/** The database or an open transaction. Functions that write accept either, so that they can join their caller's transaction. */
export type Db = Kysely<DB>

/** An open database. `pool` is for the few dependencies that use pg directly. */
export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  /** Waits for running queries, then closes all connections. Safe to call twice. */
  close(): Promise<void>
}

export type PgPool = pg.Pool

interface DatabaseOptions {
  /** The maximum number of connections. */
  readonly max: number
  /** The number of connections that stay open when unused; others are closed after 10 s. */
  readonly min?: number
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void
}

const INT8 = 20
const NUMERIC = 1700
const INT8_ARRAY = 1016
const NUMERIC_ARRAY = 1231

/** pg's type parsers, except that int8 and numeric, which has no decimals here, become bigint. */
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

/** Opens a connection pool. Connects on first use. */
export function openDatabase(url: string, { max, min = 0, onIdleError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    min,
    types: typeReaders,
    application_name: 'keyhold',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    pipeline: true,
  })
  // without a listener, an idle connection that breaks would terminate the process
  pool.on('error', (error) => onIdleError?.(error))
  // the same for a connection that breaks between two queries of a transaction; the next query fails
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: createPoolDialect(pool) })
  let closed: Promise<void> | null = null
  return { db, pool, close: () => (closed ??= db.destroy()) }
}
