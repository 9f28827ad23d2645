import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { fillReferenceTables } from '#server/db/fill-reference-tables.ts'
import { migrate } from '#server/db/migrate.ts'

/** Makes fresh databases for runs, each a copy of one template. */
export interface Databases {
  /** Creates a database. @returns its URL. */
  create(): Promise<string>
  drop(url: string): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL's settings for runs: nothing survives the machine, and no background work changes a plan of a query. */
export const FAULTS_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_connections=200',
]

/** Ids made by the database come from a sequence, so that the order of rows is the same in every run. */
const SEEDED_IDS = `
  create sequence seeded_ids;
  create function seeded_id() returns uuid language sql volatile
    as $$ select md5('id ' || nextval('seeded_ids'))::uuid $$;
  do $$ declare found record; begin
    for found in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default = 'gen_random_uuid()'
    loop
      execute format('alter table %I alter column %I set default seeded_id()', found.table_name, found.column_name);
    end loop;
  end $$`

/** Creates the template on a PostgreSQL server. @param name distinguishes callers on the same server. */
export async function openDatabases(maintenanceUrl: string, name: string): Promise<Databases> {
  const admin = new pg.Client({ connectionString: maintenanceUrl })
  await admin.connect()
  const template = `faults_${name}_template`
  await admin.query(`drop database if exists ${template} with (force)`)
  await admin.query(`create database ${template} template template0`)
  const urlOf = (database: string) => {
    const url = new URL(maintenanceUrl)
    url.pathname = `/${database}`
    return url.href
  }
  await migrate(urlOf(template))
  const { db, pool, close } = openDatabase(urlOf(template), { max: 1 })
  await fillReferenceTables(db)
  await pool.query(SEEDED_IDS)
  await close()
  let made = 0
  return {
    async create() {
      const database = `faults_${name}_${String(++made)}`
      await admin.query(`drop database if exists ${database} with (force)`)
      await admin.query(`create database ${database} template ${template} strategy wal_log`)
      return urlOf(database)
    },
    drop: async (url) =>
      void (await admin.query(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)),
    close: () => admin.end(),
  }
}
