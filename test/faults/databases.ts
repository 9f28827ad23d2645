import pg from 'pg'
import { openDatabase, type Database } from '#server/db/database.ts'
import { typeReaders } from '#server/db/type-readers.ts'
import { fillReferenceTables } from '#server/db/fill-reference-tables.ts'
import { migrate } from '#server/db/migrate.ts'
import { createConnections, type Connections } from './connections.ts'
import { TEST_CIPHER } from '../installation-secret.ts'

/** A database with the schema, in the state of a new installation, and its connections, which outlive a run. */
export interface RunDatabase {
  /** The connections of the shop's processes. */
  readonly connections: Connections
  /** The oracle's own connection. */
  readonly oracle: pg.Client
  /** For what happens before the run. */
  readonly setup: Database
}

/** Makes databases for runs, one after the other. */
export interface Databases {
  /** A database as if it were new; the one before must no longer be in use. */
  fresh(): Promise<RunDatabase>
  close(): Promise<void>
}

/** PostgreSQL's settings for runs: nothing survives the machine, and no background work changes a plan of a query. */
export const FAULTS_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'track_activities=off',
  'track_counts=off',
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

/**
 * Empties all tables that were written, so that their files and all plans of queries begin anew as well; those that a new
 * installation has rows in get these back. Much cheaper than a new database with new connections.
 */
const RESET = `
  -- statistics that are gathered at any time would change plans, and with them the order of rows
  do $$ declare found record; begin
    for found in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table public.%I set (autovacuum_enabled = off)', found.relname);
    end loop;
  end $$;
  create schema pristine;
  do $$ declare found record; begin
    for found in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) > 0
    loop
      execute format('create table pristine.%1$I as table public.%1$I', found.relname);
    end loop;
  end $$;
  create function reset_world() returns void language plpgsql as $$
  declare found record; is_changed boolean; written text;
  begin
    set local session_replication_role = replica;
    select string_agg(format('public.%I', relname), ', ') into written from pg_class c
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
        and not exists (select from pg_tables p where p.schemaname = 'pristine' and p.tablename = c.relname);
    if written is not null then execute 'truncate ' || written || ' cascade'; end if;
    for found in select tablename as name from pg_tables where schemaname = 'pristine' loop
      execute format('select exists (table public.%1$I except table pristine.%1$I)
        or exists (table pristine.%1$I except table public.%1$I)', found.name) into is_changed;
      if is_changed then
        execute format('delete from public.%1$I', found.name);
        execute format('insert into public.%1$I overriding system value table pristine.%1$I', found.name);
      end if;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public';
  end $$`

/**
 * Copies of all rows beside the tables, and their way back: a backup and its restore, or a standby that takes the place of its
 * primary. Numbers are then given a second time; the ids of rows are random in the shop, and stay so.
 */
const COPIES = `
  create function copy_world(target text) returns void language plpgsql as $$
  declare found record; begin
    execute format('drop schema if exists %1$I cascade; create schema %1$I', target);
    for found in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('create table %1$I.%2$I as table public.%2$I', target, found.relname);
    end loop;
    execute format('create table %I.numbers as select sequencename, last_value from pg_sequences
      where schemaname = %L and sequencename <> %L', target, 'public', 'seeded_ids');
  end $$;
  create function replace_world(source text) returns void language plpgsql as $$
  declare found record; columns text; begin
    set local session_replication_role = replica;
    for found in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('truncate public.%I cascade', found.relname);
    end loop;
    for found in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      select string_agg(quote_ident(column_name), ', ') into columns from information_schema.columns
        where table_schema = 'public' and table_name = found.relname and is_generated = 'NEVER';
      execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from %3$I.%1$I',
        found.relname, columns, source);
    end loop;
    for found in execute format('select sequencename, last_value from %I.numbers', source) loop
      perform setval(format('public.%I', found.sequencename)::regclass,
        coalesce(found.last_value, 1), found.last_value is not null);
    end loop;
  end $$`

/** What PostgreSQL knows of itself, as the world has it. */
const SERVER = `
  create schema world;
  create table world.server (timeline integer not null);
  insert into world.server values (1);
  create or replace function public.current_timeline() returns integer language sql stable
    as $$ select timeline from world.server $$`

/** As a shop stamps it when it first starts. */
const STAMP = `insert into installation (profile, secret_id, database_id)
  values ('production', '0123456789abcdef', '5eed0000-0000-4000-8000-000000000000')`

const TEMPLATE = 'faults_template'

/** Makes the database that all others on the server are copies of, once. */
async function makeTemplate(admin: pg.Client, url: string): Promise<void> {
  await admin.query(`select pg_advisory_lock(hashtext('${TEMPLATE}'))`)
  const { rows } = await admin.query('select from pg_database where datname = $1', [TEMPLATE])
  if (rows.length === 0) {
    await admin.query(`create database ${TEMPLATE} template template0`)
    await migrate(url)
    const made = openDatabase(url, { max: 1 })
    await fillReferenceTables(made.db)
    await made.db.insertInto('key_secrets').values({ id: TEST_CIPHER.secretId }).execute()
    for (const part of [STAMP, SERVER, SEEDED_IDS, RESET, COPIES]) await made.pool.query(part)
    await made.close()
  }
  await admin.query(`select pg_advisory_unlock(hashtext('${TEMPLATE}'))`)
}

/** Creates a database on a PostgreSQL server. @param name distinguishes callers on the same server. */
export async function openDatabases(maintenanceUrl: string, name: string): Promise<Databases> {
  const admin = new pg.Client({ connectionString: maintenanceUrl })
  await admin.connect()
  const database = `faults_${name}`
  const urlOf = (one: string) => Object.assign(new URL(maintenanceUrl), { pathname: `/${one}` }).href
  await admin.query(`drop database if exists ${database} with (force)`)
  await makeTemplate(admin, urlOf(TEMPLATE))
  await admin.query(`create database ${database} template ${TEMPLATE}`)
  const url = new URL(urlOf(database))
  const setup = openDatabase(url.href, { max: 1 })
  const oracle = new pg.Client({ connectionString: url.href, types: typeReaders })
  await oracle.connect()
  const connections = createConnections(url.href)
  return {
    async fresh() {
      await connections.reset()
      await setup.pool.query('select reset_world()')
      await setup.pool.query('update world.server set timeline = 1')
      return { connections, oracle, setup }
    },
    async close() {
      await Promise.all([connections.close(), oracle.end(), setup.close()])
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
    },
  }
}
