import pg from 'pg'
import { nameOf, type BackupHeader, type BackupTable } from './backup-file.ts'
import { copyIn } from './copy-table.ts'
import { databaseOver } from './database-over.ts'
import type { Db } from './database.ts'
import { readMigrations, recordMigration, type Migration } from './migrate.ts'
import { isUsedByOthers } from './other-sessions.ts'
import { openClient } from './shop-client.ts'

const quote = (name: string) => pg.escapeIdentifier(name)

/** A restore that is refused; nothing was changed. */
class RestoreRefusedError extends Error {
  override readonly name = 'RestoreRefusedError'
}

/** What {@link restoreDatabase} does beside loading the tables. */
export interface RestoreSteps {
  /** Whether a database that holds a shop may be replaced. */
  readonly isReplacing: boolean
  readonly onTable: (table: string) => void
  /** Whether the schema stays that of the backup; otherwise it is brought to the newest one. */
  readonly keepsSchema?: boolean
  /** The migrations of an earlier schema to restore into; tables and columns that it has not are left out. */
  readonly earlierSchema?: readonly string[]
  /** The migrations of this release. */
  readonly migrations?: URL
  /** Whether the caller holds the lock of the migrations, and no shop uses the database. */
  readonly isHeld?: boolean
  /** Runs in the same transaction, at its end. */
  readonly finish: (tx: Db) => Promise<void>
}

/**
 * Replaces the content of a database with that of a backup, and brings it to the newest schema, in one transaction: after a
 * crash the database is as it was.
 *
 * @throws {RestoreRefusedError} if a shop uses the database, if it is not empty and may not be replaced, or if the backup
 * is of a newer release.
 */
export async function restoreDatabase(
  url: string,
  header: BackupHeader,
  tables: Iterable<BackupTable>,
  {
    isReplacing,
    onTable,
    finish,
    keepsSchema = false,
    earlierSchema,
    migrations: folder,
    isHeld = false,
  }: RestoreSteps,
): Promise<void> {
  const migrations = await readMigrations(folder)
  const [ofBackup, later] = splitMigrations(migrations, header)
  const earlier = ofBackup.filter(({ name }) => earlierSchema?.includes(name) !== false)
  const client = await openClient({ url, kind: 'long', name: 'keyhold restore' })
  try {
    if (!isHeld) await refuseUnlessFree(client, isReplacing)
    await client.query('begin')
    await dropAll(client)
    await client.query(
      'create table migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    for (const { sql } of earlier) await client.query(sql)
    await loadTables(client, tables, onTable)
    await client.query('delete from migrations where name <> all($1)', [earlier.map(({ name }) => name)])
    for (const migration of keepsSchema || earlierSchema !== undefined ? [] : later) {
      await client.query(migration.sql)
      await recordMigration(client, migration)
    }
    await finish(databaseOver(client))
    await client.query('commit')
  } finally {
    // an open transaction is rolled back
    await client.end()
  }
}

function splitMigrations(
  migrations: readonly Migration[],
  header: BackupHeader,
): readonly [readonly Migration[], readonly Migration[]] {
  for (const { name, hash } of header.migrations) {
    if (!migrations.some((one) => one.name === name && one.hash === hash))
      throw new RestoreRefusedError(
        `the backup was made by another release (migration ${name}); restore it with that release or a newer one`,
      )
  }
  const applied = new Set(header.migrations.map(({ name }) => name))
  return [
    migrations.filter(({ name }) => applied.has(name)),
    migrations.filter(({ name }) => !applied.has(name)),
  ]
}

async function refuseUnlessFree(client: pg.Client, isReplacing: boolean): Promise<void> {
  if (await isUsedByOthers(client))
    throw new RestoreRefusedError('a shop or a command uses this database; stop it first')
  const { rows } = await client.query<{ is_used: boolean }>(
    "select to_regclass('public.installation') is not null as is_used",
  )
  if (rows[0]?.is_used !== true || isReplacing) return
  const { rows: content } = await client.query<{ is_used: boolean }>(
    'select exists (select from payments) or exists (select from game_keys) as is_used',
  )
  if (content[0]?.is_used === true)
    throw new RestoreRefusedError('this database holds orders or keys; add --yes to replace it')
}

/** Works also for a role that owns the tables and not the schema. */
async function dropAll(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare one record;
    begin
      for one in select oid::regclass as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
        execute format('drop table if exists %s cascade', one.name);
      end loop;
      for one in select oid::regprocedure as name from pg_proc
        where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') loop
        execute format('drop function if exists %s cascade', one.name);
      end loop;
    end $$`)
}

async function loadTables(
  client: pg.Client,
  tables: Iterable<BackupTable>,
  onTable: (table: string) => void,
): Promise<void> {
  const { rows: keys } = await client.query<{ name: string; on: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as on, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const { rows: names } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const { name, on } of keys) await client.query(`alter table ${on} drop constraint ${name}`)
  for (const { name } of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.map(({ name }) => name).join(', ')}`)
  const known = await readColumns(client)
  for (const one of tables) {
    onTable(one.table)
    await loadTable(client, one, known.get(one.table))
  }
  for (const { name } of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { name, on, definition } of keys)
    await client.query(`alter table ${on} add constraint ${name} ${definition}`)
  await advanceSequences(client)
}

/** The types of the columns of each table that can be written, by their names. */
async function readColumns(client: pg.Client): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const { rows } = await client.query<{ table: string; columns: Record<string, string> }>(
    `select c.relname as table, json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1`,
  )
  return new Map(rows.map(({ table, columns }) => [table, new Map(Object.entries(columns))]))
}

/** Loads what a schema has of a table, which may be that of an earlier release. */
async function loadTable(
  client: pg.Client,
  { table, columns, chunks }: BackupTable,
  known: ReadonlyMap<string, string> | undefined,
): Promise<void> {
  const shared = columns.filter((column) => known?.has(column))
  if (shared.length === columns.length) {
    await copyIn(client, `copy ${nameOf(table, columns)} from stdin`, chunks)
    return
  }
  await client.query(
    `create temp table incoming (${columns.map((name) => `${quote(name)} text`).join(', ')})`,
  )
  await copyIn(client, 'copy incoming from stdin', chunks)
  const values = shared.map((name) => `${quote(name)}::${known?.get(name) ?? ''}`)
  if (shared.length > 0)
    await client.query(
      `insert into ${nameOf(table, shared)} overriding system value select ${values.join(', ')} from incoming`,
    )
  await client.query('drop table incoming')
}

async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; on: string; column: string }>(
    `select s.oid::regclass::text as sequence, d.refobjid::regclass::text as on, quote_ident(a.attname) as column
     from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
       join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace`,
  )
  for (const { sequence, on, column } of rows)
    await client.query(
      `select setval('${sequence}', coalesce((select max(${column}) from ${on}), 0) + 1, false)`,
    )
}
