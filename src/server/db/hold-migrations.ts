import pg from 'pg'
import {
  findMissing,
  lockMigrations,
  finishMigrations,
  readMigrations,
  recordMigration,
  type Migration,
  type MigrationStep,
} from './migrate.ts'
import { isUsedByOthers } from './other-sessions.ts'
import { openClient } from './shop-client.ts'

/** Sessions that wait for the lock of the migrations. */
const WAITING = ['keyhold migrate', 'keyhold update']

/** A database in which nobody else migrates; processes that start wait. */
export interface HeldDatabase {
  /** What this release would apply, in order. */
  readonly missing: readonly Migration[]
  /** The names of the migrations that are applied now, in order. */
  applied(): Promise<readonly string[]>
  /** Whether a shop or a command uses the database, beside those that wait for the lock. */
  isUsed(): Promise<boolean>
  /** The id of the newest event of an order; null if there is none. */
  newestEvent(): Promise<string | null>
  /** Applies all that is missing in one transaction, so that a failure or a crash leaves the schema as it was. */
  applyAll(): Promise<readonly string[]>
  /** Runs the steps that follow migrations, such as granting rights. */
  run(steps: readonly MigrationStep[]): Promise<void>
}

/** Several migrations were applied together, and one failed: none is applied. */
class UpdateMigrationError extends Error {
  constructor(migration: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : 'unknown'
    super(`migration ${migration} failed (${reason}); none of them was applied`, { cause })
    this.name = 'UpdateMigrationError'
  }
}

/**
 * Runs `work` while it holds the lock of the migrations.
 *
 * @throws {NewerSchemaError} if the database is newer than this release.
 */
export async function holdMigrations<T>(
  url: string,
  work: (held: HeldDatabase) => Promise<T>,
  folder?: URL,
): Promise<T> {
  const migrations = await readMigrations(folder)
  const client = await openClient({ url, kind: 'long', name: 'keyhold update', types: pg.types })
  try {
    await lockMigrations(client)
    const { missing } = await findMissing(client, migrations)
    return await work({
      missing,
      applied: () => appliedIn(client),
      isUsed: () => isUsedByOthers(client, WAITING),
      newestEvent: () => newestEventIn(client),
      applyAll: () => applyAll(client, missing),
      run: async (steps) => {
        for (const step of steps) await step(client)
      },
    })
  } finally {
    await client.end()
  }
}

async function appliedIn(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

async function newestEventIn(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ id: string | null }>('select max(id)::text as id from payment_events')
  return rows[0]?.id ?? null
}

async function applyAll(client: pg.Client, missing: readonly Migration[]): Promise<readonly string[]> {
  await client.query('begin')
  try {
    for (const migration of missing) {
      try {
        await client.query(migration.sql)
        await recordMigration(client, migration)
      } catch (error) {
        throw new UpdateMigrationError(migration.name, error)
      }
    }
    const names = await finishMigrations(client, missing)
    await client.query('commit')
    return names
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
