import { chmod, rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const folder = temporaryFolder()
let postgres: EmbeddedPostgres
let app: pg.Client
beforeAll(async () => {
  await chmod(folder, 0o755)
  postgres = await startEmbeddedPostgres({ dataFolder: folder, settings: ['fsync=off'] })
  // twice, and at the same time, as several starts do
  const then = [postgres.grantRights]
  await Promise.all([migrate(postgres.url, { then }), migrate(postgres.url, { then })])
  app = new pg.Client({ connectionString: postgres.appUrl })
  await app.connect()
}, 120_000)
afterAll(async () => {
  await app.end()
  await postgres.stop()
  await rm(postgres.clusterFolder, { recursive: true, force: true })
})

test('the role of the shop is not superuser and owns nothing', async () => {
  const { rows } = await app.query(
    `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
       exists (select from pg_class where relowner = pg_roles.oid) as owns,
       pg_has_role('keyhold', 'member') as is_owner
     from pg_roles where rolname = current_user`,
  )
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      owns: false,
      is_owner: false,
    },
  ])
})

test('it reads and writes rows, and adds to the audit', async () => {
  const { rows } = await app.query<{ name: string; may: boolean }>(
    `select relname as name,
       has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
         and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete') as may
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.filter(({ may }) => !may).map(({ name }) => name)).toEqual(['audit', 'migrations'])
  await app.query(
    `insert into audit (at, action, subject_kind, subject_id) values (now(), 'keys.import', 'import', 'one')`,
  )
  await app.query('analyze key_import_lines')
})

test.each([
  ['change an entry of the audit', `update audit set action = 'other'`],
  ['delete entries', 'delete from audit'],
  ['empty the audit', 'truncate audit'],
  ['drop its trigger', 'drop trigger audit_is_append_only on audit'],
  ['switch triggers off', 'alter table audit disable trigger all'],
  ['switch triggers off for itself', `set session_replication_role = 'replica'`],
  ['replace the function of the trigger', 'drop function refuse_audit_change() cascade'],
  ['become the owner', 'set role keyhold'],
  ['read files', `select pg_read_file('/etc/passwd')`],
  ['run programs', `copy migrations from program 'true'`],
])('it cannot %s', async (_what, statement) => {
  await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
})
