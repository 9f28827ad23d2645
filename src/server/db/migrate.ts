import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { readRelease } from '#server/runtime/release.ts'
import { openClient } from './shop-client.ts'
import { MIGRATION_WAIT_MS } from './wait-limits.ts'

/** A step that runs after the migrations, under the same lock. */
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

/** The database has a newer schema than this release knows. */
class NewerSchemaError extends Error {
  constructor(migration: string, itsRelease: string | null, ours: string) {
    const needed = itsRelease === null ? 'a newer release' : `Keyhold ${itsRelease}`
    super(
      `this database was migrated by ${needed} (${migration}) and this is Keyhold ${ours}, which does not know its schema: ` +
        'start that release or a newer one, or restore a backup from before the update ' +
        '(docs/upgrading.md); nothing was changed',
    )
    this.name = 'NewerSchemaError'
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
const REVERSIBLE = '\n-- reversible:'
const OWN_MIGRATIONS = new URL('./migrations/', import.meta.url)
/** An arbitrary number, the same in every process: 'keyh' in ASCII, and a 1. */
const MIGRATION_LOCK = 0x6b657968_01n

/**
 * Migrates a database to the newest schema: applies every `.sql` file of the folder in the order of names, each once and
 * in its own transaction. Several processes may call this concurrently; one migrates, the others wait.
 *
 * @returns the names of the migrations applied by this call.
 * @throws {EarlierReleaseRunsError} if a migration needs the processes of the earlier release to be stopped.
 * @throws {MigrationChangedError} if an applied file has changed since.
 * @throws {NewerSchemaError} if the database has a migration that this release has not. Processes of this release that run
 * already go on.
 */
export async function migrate(
  url: string,
  { folder = OWN_MIGRATIONS, then = [] }: { folder?: URL; then?: readonly MigrationStep[] } = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations(folder)
  const client = await openClient({ url, kind: 'long', name: 'keyhold migrate', types: pg.types })
  try {
    await lockMigrations(client)
    const applied = await applyMissing(client, migrations)
    for (const step of then) await step(client)
    return applied
  } finally {
    await client.end()
  }
}

/** Waits for another process that migrates, at most ten minutes. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  const [own] = (await client.query<{ limit: string }>(`select current_setting('lock_timeout') as limit`))
    .rows
  await client.query(`select set_config('lock_timeout', $1, false)`, [String(MIGRATION_WAIT_MS)])
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  await client.query(`select set_config('lock_timeout', $1, false)`, [own?.limit])
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
  const { isNew, missing } = await findMissing(client, migrations)
  for (const migration of missing) {
    if (!isNew) await requireNoEarlierRelease(client, migration)
    await applyOne(client, migration)
  }
  return finishMigrations(client, missing)
}

/** What is to be applied to a database. @throws {NewerSchemaError} and {MigrationChangedError}. */
export async function findMissing(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<{ readonly isNew: boolean; readonly missing: readonly Migration[] }> {
  await client.query(
    'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; hash: string; release: string | null }>(
    `select name, hash, to_jsonb(m) ->> 'release' as release from migrations m order by name`,
  )
  const ours = new Map(migrations.map(({ name, hash }) => [name, hash]))
  for (const { name, hash } of rows)
    if (ours.has(name) && ours.get(name) !== hash) throw new MigrationChangedError(name)
  const newest = rows.findLast(({ name }) => !ours.has(name))
  if (newest !== undefined) throw new NewerSchemaError(newest.name, newest.release, await readRelease())
  const known = new Set(rows.map(({ name }) => name))
  return { isNew: known.size === 0, missing: migrations.filter(({ name }) => !known.has(name)) }
}

/** Notes which release applied the migrations, once there is a column for it. */
export async function finishMigrations(
  client: pg.Client,
  applied: readonly Migration[],
): Promise<readonly string[]> {
  const names = applied.map(({ name }) => name)
  if (names.length === 0) return names
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'release'`,
  )
  if (rowCount === 1)
    await client.query('update migrations set release = $1 where name = any($2)', [
      await readRelease(),
      names,
    ])
  return names
}

/** Records that a migration was applied, in the transaction that applies it. */
export async function recordMigration(client: pg.Client, { name, hash }: Migration): Promise<void> {
  await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
}

/** Whether a migration must not run beside a process of an earlier release. */
export function isExclusive({ sql }: Migration): boolean {
  return sql.startsWith(EXCLUSIVE)
}

/** Whether an exclusive migration can be taken back all the same: what its rows say fits the schema before, or is refused by it. */
export function isReversible({ sql }: Migration): boolean {
  return sql.includes(REVERSIBLE)
}

/** Processes of this release migrate before they open their pool, which has the name looked for here. */
async function requireNoEarlierRelease(client: pg.Client, migration: Migration): Promise<void> {
  if (!isExclusive(migration)) return
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
