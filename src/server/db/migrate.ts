import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

/** A step that runs after our own migrations under the same lock: the schemas of dependencies. */
export type MigrationStep = (client: pg.Client) => Promise<void>

/** An applied migration differs from the file of the same name: the file was edited afterwards. */
class MigrationChangedError extends Error {
  readonly migration: string
  constructor(migration: string) {
    super(
      `migration ${migration} was applied to this database with different content; never edit an applied migration, add a new one ` +
        '(while developing: remove the data folder)',
    )
    this.name = 'MigrationChangedError'
    this.migration = migration
  }
}

/** Processes of an earlier release use the database, and cannot go on with the next schema. */
class EarlierReleaseRunsError extends Error {
  constructor() {
    super('a process of an earlier release uses this database; stop it first, then start this release again')
    this.name = 'EarlierReleaseRunsError'
  }
}

/** A file of the migrations. */
export interface Migration {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

/** How a migration begins that changes what the earlier release depends on. */
const EXCLUSIVE = '-- exclusive:'
const OWN_MIGRATIONS = new URL('./migrations/', import.meta.url)
/** An arbitrary number, the same in every process: 'keyh' in ASCII, and a 1. */
const MIGRATION_LOCK = 0x6b657968_01n

/**
 * Migrates a database to the newest schema: applies every `.sql` file of the folder in the order of names, each once and
 * in its own transaction. Several processes may call this concurrently; one migrates, the others wait.
 *
 * @returns the names of the migrations applied by this call.
 * @throws {EarlierReleaseRunsError} if a migration needs the processes of the earlier release to be stopped.
 * @throws {MigrationChangedError} if an applied file has changed since. A migration that only the database has is not an
 * error: a newer release runs beside this one.
 */
export async function migrate(
  url: string,
  { folder = OWN_MIGRATIONS, then = [] }: { folder?: URL; then?: readonly MigrationStep[] } = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'keyhold migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const applied = await applyMissing(client, migrations)
    for (const step of then) await step(client)
    return applied
  } finally {
    await client.end()
  }
}

/** Reads the migrations of this release, in order. */
export async function readMigrations(folder: URL = OWN_MIGRATIONS): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applyMissing(client: pg.Client, migrations: readonly Migration[]): Promise<readonly string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
  const known = new Map(rows.map((row) => [row.name, row.hash]))
  const applied: string[] = []
  for (const migration of migrations) {
    const hash = known.get(migration.name)
    if (hash !== undefined && hash !== migration.hash) throw new MigrationChangedError(migration.name)
    if (hash !== undefined) continue
    if (known.size > 0 && migration.sql.startsWith(EXCLUSIVE)) await requireNoEarlierRelease(client)
    await applyOne(client, migration)
    applied.push(migration.name)
  }
  return applied
}

/** Records that a migration was applied, in the transaction that applies it. */
export async function recordMigration(client: pg.Client, { name, hash }: Migration): Promise<void> {
  await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
}

/** Processes of this release migrate before they open their pool, which has the name looked for here. */
async function requireNoEarlierRelease(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'keyhold'`,
  )
  if (rowCount !== 0) throw new EarlierReleaseRunsError()
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql } = migration
  await client.query('begin')
  try {
    await client.query(sql)
    await recordMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed and was rolled back`, { cause: error })
  }
}
