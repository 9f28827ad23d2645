import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyholdText } from './keyhold.ts'
import { copyOut } from '#server/db/copy-table.ts'
import { fillReferenceTables } from '#server/db/fill-reference-tables.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { createKeyCipher } from '#server/secrets/key-cipher.ts'
import { olderMigrations } from './older-migrations.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The last migration of the first release that wrote backups. */
const OLDEST = '0019_recoveries.sql'

let folder: string
let source: TestDatabase
let target: TestDatabase
beforeEach(async () => {
  folder = temporaryFolder()
  source = await createEmptyDatabase()
  target = await createEmptyDatabase()
  await migrate(source.url, { folder: await olderMigrations(folder, OLDEST) })
  await fillReferenceTables(source.db)
  await sql`insert into installation (profile, secret) values ('demo', decode(repeat('07', 32), 'hex'))`.execute(
    source.db,
  )
  await sql`insert into editions (id) values ('standard') on conflict do nothing`.execute(source.db)
  await sql`insert into wallets (fingerprint, wallet, next_index) values ('aaaaaaaa', 'bitcoin', 5)`.execute(
    source.db,
  )
  await sql`
    insert into payments (id, created_at, expires_at, language, user_email, wallet_address, order_secret, edition, quantity,
      unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index, payment_address, required_confirmations)
    values ('00000000-0000-4000-8000-000000000001', '2026-11-20T12:00Z', '2026-11-20T12:15Z', 'en', 'buyer@example.com',
      'bc1q', 'secret', 'standard', 1, 6399, 'bitcoin', 'bitcoin', true, 106650, 6000000000000, 'fixed',
      '2026-11-20T12:00Z', 'bitcoin', 'aaaaaaaa', 4, 'bc1qold', 1)`.execute(source.db)
  await sql`insert into game_keys (game_key, game_edition) values ('AAAA-BBBB-CCCC', 'standard')`.execute(
    source.db,
  )
})
afterEach(async () => {
  await Promise.all([source.close(), target.close()])
})

const file = () => join(folder, 'older.backup')

const restore = () =>
  keyholdText(['restore', file()], { DATABASE_URL: target.url, KEYHOLD_DATA: join(folder, 'data') })

/** Writes a backup as that release did: its header named no secret, which was a column of the database. */
async function backUp(): Promise<void> {
  const client = new pg.Client({ connectionString: source.url })
  await client.connect()
  try {
    const { rows: migrations } = await client.query('select name, hash from migrations order by name')
    const { rows: stamp } = await client.query<{ databaseId: string; profile: string }>(
      'select database_id as "databaseId", profile from installation',
    )
    const createdAt = '2026-11-20T13:00:00.000Z'
    const parts = [lineOf({ format: 'keyhold backup 1', createdAt, ...stamp[0], migrations })]
    const { rows: tables } = await client.query<{ table: string; columns: string[] }>(
      `select table_name::text as table, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns natural join information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by 1 order by 1`,
    )
    for (const { table, columns } of tables) {
      parts.push(lineOf({ table, columns }))
      await copyOut(client, `copy ${table} (${columns.join(', ')}) to stdout`, (chunk) => {
        parts.push(Buffer.from(`${String(chunk.length)}\n`), Buffer.from(chunk))
      })
      parts.push(Buffer.from('0\n'))
    }
    const content = Buffer.concat(parts)
    const sum = createHash('sha256').update(content).digest('hex')
    await writeFile(file(), Buffer.concat([content, Buffer.from(`sha256 ${sum}\n`)]))
  } finally {
    await client.end()
  }
}

const lineOf = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)

test('a backup of an older release is restored and brought to the newest schema', async () => {
  await backUp()
  const { status, text } = await restore()
  expect([status, text]).toEqual([0, expect.stringContaining('restored')])
  const { rows: applied } = await sql<{
    name: string
  }>`select name from migrations order by name collate "C"`.execute(target.db)
  expect(applied.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name))
  expect(await target.db.selectFrom('payments').selectAll().execute()).toMatchObject([
    { user_email: 'buyer@example.com', due_atoms: 106650n, made_at_heights: {} },
  ])
  const [key] = await target.db.selectFrom('game_keys').selectAll().execute()
  expect(key).toMatchObject({ status: 'retired' })
  expect(key?.quarantined_at).not.toBeNull()
  // the secret of that release was a column, and is a file now
  const cipher = createKeyCipher({ secret: Buffer.alloc(32, 7) })
  expect(cipher.open(key as NonNullable<typeof key>)).toBe('AAAA-BBBB-CCCC')
  expect(await target.db.selectFrom('plain_keys').selectAll().execute()).toEqual([])
  expect(text).toContain('no orders are taken')
})

test.each([
  [
    'a newer release',
    `insert into migrations (name, hash) values ('9999_later.sql', 'aa')`,
    '9999_later.sql',
  ],
  [
    'a release with another content of a migration',
    `update migrations set hash = 'bb' where name = '0002_limits.sql'`,
    '0002_limits.sql',
  ],
])('a backup of %s is refused, and nothing changes', async (_what, change, name) => {
  await sql.raw(change).execute(source.db)
  await backUp()
  expect(await restore()).toEqual({
    status: 1,
    text: expect.stringContaining(
      `the backup was made by another release (migration ${name}); restore it with that release or a newer one`,
    ) as string,
  })
  const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(
    target.db,
  )
  expect(rows).toHaveLength(0)
})
