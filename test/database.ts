import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Db, type PgPool } from '#server/db/database.ts'

export interface TestDatabase {
  readonly db: Db
  readonly pool: PgPool
  readonly url: string
  /** Drops the database. */
  close(): Promise<void>
}

/** A fresh, migrated database of its own on the run's PostgreSQL; about 50 ms. */
export async function createTestDatabase({ max = 10 }: { max?: number } = {}): Promise<TestDatabase> {
  return create('template keyhold_template strategy file_copy', max)
}

/** The same without any table. */
export async function createEmptyDatabase({ max = 10 }: { max?: number } = {}): Promise<TestDatabase> {
  return create('template template0', max)
}

/** A copy of a database that nobody is connected to. @param url of it. */
export async function copyDatabase(url: string, { max = 10 }: { max?: number } = {}): Promise<TestDatabase> {
  return create(`template ${new URL(url).pathname.slice(1)} strategy file_copy`, max)
}

async function create(how: string, max: number): Promise<TestDatabase> {
  const maintenanceUrl = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await run(maintenanceUrl, `create database ${name} ${how}`)
  const url = new URL(maintenanceUrl)
  url.pathname = `/${name}`
  const { db, pool, close } = openDatabase(url.href, { max })
  return {
    db,
    pool,
    url: url.href,
    close: async () => {
      await close()
      await run(maintenanceUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
