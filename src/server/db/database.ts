import { Kysely } from 'kysely'
import pg from 'pg'
import { apart } from '#server/runtime/work-context.ts'
import type { DB } from './schema.ts'
import { ShopClient } from './shop-client.ts'
import { createPoolDialect, type DatabaseWatchers } from './shop-dialect.ts'
import { WAIT_LIMITS } from './wait-limits.ts'

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

/** Decides about a new connection before it is used; one that it rejects is closed, and its user gets the error. */
export type Admit = (client: ShopClient) => Promise<void>

interface ConnectionOptions {
  /** The maximum number of connections. */
  readonly max: number
  /** The number of connections that stay open when unused; others are closed after 10 s. */
  readonly min?: number
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void
  readonly admit?: Admit | undefined
}

interface DatabaseOptions extends ConnectionOptions, DatabaseWatchers {}

/** Opens a connection pool. Connects on first use. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const pool = openPool(url, options)
  const db = new Kysely<DB>({ dialect: createPoolDialect(pool, options) })
  let closed: Promise<void> | null = null
  return { db, pool, close: () => (closed ??= db.destroy()) }
}

function openPool(url: string, { max, min = 0, onIdleError, admit }: ConnectionOptions): pg.Pool {
  const config = {
    max,
    min,
    // for a connection that is free, too
    connectionTimeoutMillis: WAIT_LIMITS.shop.connectMs,
    Client: class extends ShopClient {
      constructor() {
        super({ url, kind: 'shop', name: 'keyhold', isPipelined: true })
      }
    },
    // awaited by pg
    onConnect: (opened: pg.ClientBase) => admit?.(opened as ShopClient),
  }
  const pool = new pg.Pool(config)
  // without a listener, an idle connection that breaks would terminate the process
  pool.on('error', (error) => apart(() => onIdleError?.(error)))
  return pool
}
