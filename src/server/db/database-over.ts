import { Kysely } from 'kysely'
import type pg from 'pg'
import type { Db } from './database.ts'
import type { DB } from './schema.ts'
import { createPoolDialect } from './shop-dialect.ts'

/** Kysely over one connection, which stays open; also within a transaction that is open on it. */
export function databaseOver(client: pg.Client): Db {
  // its prototype has all that pg does; `release` is the pool's
  const connection = Object.create(client, { release: { value: () => undefined } }) as pg.PoolClient
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve(), options: {} }
  return new Kysely<DB>({ dialect: createPoolDialect(pool) })
}
