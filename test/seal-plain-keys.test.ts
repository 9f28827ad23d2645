import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { readKeyRows } from './insert-key.ts'
import { TEST_CIPHER, TEST_SECRET_SOURCE } from './installation-secret.ts'
import { olderMigrations } from './older-migrations.ts'
import { sealPlainKeys } from '#server/keys/seal-plain-keys.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** More than two batches. */
const KEYS = 5000
const LIST = '00000000-0000-4000-8000-000000000001'

let folder: string
let database: TestDatabase
beforeEach(async () => {
  folder = temporaryFolder()
  database = await createEmptyDatabase()
  const { db, url } = database
  await migrate(url, { folder: await olderMigrations(folder, '0027_order_secret_hashes.sql') })
  await fillOlder(url)
  await migrate(url)
  await stampInstallation(db, { profile: 'demo', wallets: [] }, TEST_SECRET_SOURCE)
})
afterEach(async () => {
  await database.close()
})

/** What the earlier release had stored: keys, a list that was not committed, and a mail that waits. */
async function fillOlder(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    insert into game_keys (game_key, game_edition)
      select 'AAAA-' || lpad(n::text, 4, '0'), case when n % 2 = 0 then 'standard' else 'supporter' end
      from generate_series(1, ${String(KEYS)}) n;
    update game_keys set retired_at = now() where game_key = 'AAAA-0007';
    insert into key_imports (id, created_at, status) values ('${LIST}', now(), 'checked');
    insert into key_import_lines (import_id, line_no, game_key, game_edition) values ('${LIST}', 1, 'LIST-0001', 'standard');
    insert into mails (dedupe_key, message_id, template, language, recipient, facts) values
      ('keys:1', 'one', 'keys', 'en', 'buyer@example.com', '{"paymentId": "x", "keys": ["AAAA-0007"]}')`)
  await client.end()
}

/** The tables in which a text stands. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(database.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } =
      await sql`select from ${sql.raw(name)} t where t::text like ${`%${text}%`} limit 1`.execute(database.db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('keys stored as text are sealed once, whatever is killed and whoever starts at the same time', async () => {
  const { db } = database
  // an import and a mail that waited hold none any more
  expect(await tablesWith('LIST-0001')).toEqual([])
  expect(await tablesWith('AAAA-0007')).toEqual(['plain_keys'])
  const killed = sealPlainKeys(db, TEST_CIPHER, () => {
    throw new Error('the power is gone')
  })
  await expect(killed).rejects.toThrow('the power is gone')
  const left = await db.selectFrom('plain_keys').select('id').execute()
  expect(left.length).toBeGreaterThan(0)
  expect(left.length).toBeLessThan(KEYS)

  const sealed = [0, 0]
  await Promise.all(
    sealed.map((_, at) => sealPlainKeys(db, TEST_CIPHER, (count) => void (sealed[at] = count))),
  )
  expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(left.length)
  const rows = await readKeyRows(db)
  const texts = Array.from({ length: KEYS }, (_, n) => `AAAA-${String(n + 1).padStart(4, '0')}`)
  expect(rows.map((row) => row.game_key).sort()).toEqual(texts)
  for (const { game_key: key, game_edition: edition, retired_at: retired } of rows) {
    expect(edition).toBe(Number(key.slice(5)) % 2 === 0 ? 'standard' : 'supporter')
    expect(retired !== null).toBe(key === 'AAAA-0007')
  }
  expect(await tablesWith('AAAA-')).toEqual([])
  const { rows: counts } = await sql<{
    count: bigint
  }>`select sum(change)::bigint as count from key_counts`.execute(db)
  expect(counts[0]?.count).toBe(BigInt(KEYS))
})
