import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyholdText } from './keyhold.ts'
import { undoUpdate } from '#server/cli/undo-update.ts'
import { updateShop, type UpdateOptions } from '#server/cli/update.ts'
import { readSettings } from '#server/config/read-settings.ts'
import { addEditions, fillReferenceTables } from '#server/db/fill-reference-tables.ts'
import { openDatabase, type Db } from '#server/db/database.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { openSession } from '#server/db/session.ts'
import { copyDatabase, createEmptyDatabase, type TestDatabase } from './database.ts'
import { insertPayment } from './insert-payment.ts'
import { newCode } from './new-code.ts'
import { buildOnce } from './served-shop.ts'
import { temporaryFolder } from './temporary-folder.ts'

const MIGRATIONS = new URL('../src/server/db/migrations/', import.meta.url)
/** The newest migration of the release before. */
const BEFORE = '0027_order_secret_hashes.sql'

let folder: string
/** The database as the release before left it, which each test has a copy of. */
let earlier: TestDatabase
let database: TestDatabase
/** The same database, by a connection that is not taken for a shop. */
let db: Db
beforeAll(async () => {
  folder = temporaryFolder()
  earlier = await createEmptyDatabase()
  await migrate(earlier.url, { folder: await migrationsWith({}, (name) => name <= BEFORE) })
  await fillReferenceTables(earlier.db)
  await addEditions(earlier.db, ['standard'])
  await sql`insert into installation (profile, secret) values ('demo', decode(repeat('07', 32), 'hex'))`.execute(
    earlier.db,
  )
  await sql`insert into game_keys (game_key, game_edition) values ('AAAA-BBBB-CCCC', 'standard'), ('DDDD-EEEE-FFFF', 'standard')`.execute(
    earlier.db,
  )
  await earlier.db.destroy()
})
afterAll(() => earlier.close())
beforeEach(async () => {
  folder = temporaryFolder()
  database = await copyDatabase(earlier.url)
  await database.db.destroy()
  db = openDatabase(`${database.url}?application_name=test`, { max: 2 }).db
})
afterEach(async () => {
  await db.destroy()
  await database.close()
})

/** A folder with the migrations of this release that `isTaken` accepts, and more. */
async function migrationsWith(
  more: Readonly<Record<string, string>>,
  isTaken: (name: string) => boolean = () => true,
): Promise<URL> {
  const path = await mkdtemp(join(folder, 'migrations-'))
  for (const name of await readdir(MIGRATIONS))
    if (isTaken(name)) await copyFile(new URL(name, MIGRATIONS), join(path, name))
  for (const [name, text] of Object.entries(more)) await writeFile(join(path, name), text)
  return pathToFileURL(`${path}/`)
}

const environment = () => ({ DATABASE_URL: database.url, KEYHOLD_DATA: join(folder, 'data') })

function settings() {
  const outcome = readSettings(environment())
  if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('; '))
  return outcome.settings
}

async function update(options: Partial<UpdateOptions> = {}): Promise<{ status: number; text: string }> {
  const lines: string[] = []
  const status = await updateShop({
    settings: settings(),
    isRolling: false,
    out: (line) => lines.push(line),
    say: () => undefined,
    probe: () => Promise.resolve(),
    ...options,
  })
  return { status, text: lines.join('\n') }
}

const run = (...words: string[]) => keyholdText(words, environment())

/** Every row and every column of the database as text. */
async function content(): Promise<string> {
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select c.relname as name, string_agg(a.attname || ' ' || a.atttypid::regtype, ', ' order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 1`.execute(db)
  const lines: string[] = []
  for (const { name, columns } of tables) {
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`.execute(db)
    lines.push(`${name} (${columns})`, ...rows.map(({ row }) => row))
  }
  return lines.join('\n')
}

const appliedNames = async () =>
  (await sql<{ name: string }>`select name from migrations order by name collate "C"`.execute(db)).rows.map(
    ({ name }) => name,
  )
const released = async () => (await readMigrations()).map(({ name }) => name)

test('an update backs up, migrates and checks the shop that it composes', async () => {
  const { status, text } = await run('update')
  expect([status, text]).toEqual([0, expect.stringContaining('updated; start the shop')])
  expect(await appliedNames()).toEqual(await released())
  const backups = (await readdir(join(folder, 'data'))).filter((name) => name.endsWith('.backup'))
  expect(backups).toEqual([expect.stringMatching(/^keyhold-before-update-/)])
  // again, with nothing to migrate
  expect((await run('update')).text).toContain('the schema is up to date')
})

test('an update whose last migration fails changes nothing', async () => {
  const before = await content()
  const migrations = await migrationsWith({ '9999_bad.sql': 'create table fine (id int); select 1 / 0' })
  expect(await update({ migrations })).toEqual({
    status: 1,
    text: expect.stringMatching(
      /the update failed: migration 9999_bad.sql failed \(division by zero\); none of them was applied\nrolled back: the database is as it was/,
    ) as string,
  })
  expect(await content()).toBe(before)
  expect((await update()).status).toBe(0)
})

test('an update after which the shop does not work is rolled back from its backup', async () => {
  const before = await content()
  const { status, text } = await update({
    probe: async () => {
      expect(await appliedNames()).toEqual(await released())
      await sql`delete from game_keys`.execute(db)
      throw new Error('expected / to answer 200, it answered 500')
    },
  })
  expect([status, text]).toEqual([
    1,
    expect.stringMatching(
      /the update failed: expected \/ to answer 200.*\nrolled back: the database is as it was/,
    ),
  ])
  expect(await content()).toBe(before)
})

test.each([
  ['while it backs up', /^table 9 of/, false],
  ['before it migrates', /^applying/, false],
  ['before the shop is checked', /^checking the shop/, true],
])('an update that is killed %s is undone or finished by the next', async (_when, line, isMigrated) => {
  const before = await content()
  await killAt(line)
  if (!isMigrated) expect(await content()).toBe(before)
  const { status, text } = await update()
  expect(status).toBe(0)
  expect(text.includes('an earlier update was interrupted after it had migrated')).toBe(isMigrated)
  expect(await appliedNames()).toEqual(await released())
})

test('an update that was killed after it had migrated is rolled back if the shop does not work', async () => {
  const before = await content()
  await killAt(/^checking the shop/)
  expect(await update({ probe: () => Promise.reject(new Error('a page fails')) })).toEqual({
    status: 1,
    text: expect.stringContaining('rolled back: the database is as it was') as string,
  })
  expect(await content()).toBe(before)
})

test('beside a shop an update is refused, or rolls; then the newer schema stays', async () => {
  const shop = await openSession(database.url, 'leader chains')
  try {
    const before = await content()
    await expect(update()).rejects.toThrow('a shop or a command uses this database: stop it first')
    const exclusive = await migrationsWith(
      { '9999_hard.sql': '-- exclusive: a test\nselect 1' },
      (name) => name <= BEFORE,
    )
    await expect(update({ isRolling: true, migrations: exclusive })).rejects.toThrow(
      '9999_hard.sql must not run beside an earlier release',
    )
    expect(await content()).toBe(before)
    const failing = () => Promise.reject(new Error('a page fails'))
    const { status, text } = await update({ isRolling: true, probe: failing, migrations: await rolling() })
    expect([status, text]).toEqual([1, expect.stringContaining('the schema stays the newer one')])
    expect(await appliedNames()).toContain('9998_more.sql')
  } finally {
    await shop.close()
  }
})

/** A release with one migration that the earlier one works with. */
async function rolling(): Promise<URL> {
  return migrationsWith({ '9998_more.sql': 'create table more (id int)' }, (name) => name <= BEFORE)
}

test('the earlier release does not start on the newer schema, and its commands say what is needed', async () => {
  await update({ migrations: await migrationsWith({ '9998_more.sql': 'create table more (id int)' }) })
  const expected = expect.stringMatching(
    /^this database was migrated by Keyhold \d+\.\d+\.\d+ \(9998_more\.sql\) and this is Keyhold \d/,
  ) as string
  expect(await run('serve')).toEqual({ status: 1, text: expected })
  expect(await run('export', 'orders')).toEqual({ status: 1, text: expected })
})

describe('the way back', () => {
  const back = (migrations: URL) =>
    undoUpdate({ settings: settings(), migrations, out: () => undefined, say: () => undefined })
  /** Up to this release, and started once: keys that an earlier one stored as text are sealed then. */
  const reachThisRelease = async () => {
    expect((await update()).status).toBe(0)
    await sql`delete from plain_keys`.execute(db)
  }
  const backups = async () => (await readdir(join(folder, 'data'))).filter((name) => name.endsWith('.backup'))

  test('takes off what the update brought, and keeps every row that came after it', async () => {
    await reachThisRelease()
    const migrations = await migrationsWith({
      '9998_more.sql': `create table more (id int); insert into more values (1);
        alter table game_keys add column later_note text default e'a\\tb';
        alter table editions add column later_note text`,
    })
    expect((await update({ migrations })).status).toBe(0)
    await sql`insert into editions (id, later_note) values ('later', 'one')`.execute(db)
    const kept = async () =>
      (
        await sql<{ row: string }>`select to_jsonb(k) - 'later_note' as row from game_keys k
          union all select to_jsonb(e) - 'later_note' from editions e order by 1`.execute(db)
      ).rows
    const before = await kept()
    expect(JSON.stringify(before)).toContain('later')
    // a second run of the same release, with nothing to do, does not forget the way back
    await update({ migrations })
    expect(await back(migrations)).toBe(0)
    expect(await appliedNames()).toEqual(await released())
    expect(await kept()).toEqual(before)
    expect(await content()).not.toMatch(/later_note|^more \(/m)
    expect((await backups()).filter((name) => name.startsWith('keyhold-before-update-back-'))).toHaveLength(1)
    // again, as after an interruption
    expect(await back(migrations)).toBe(0)
    expect((await update({ migrations })).status).toBe(0)
  })

  test('is refused if nothing was updated', async () => {
    await expect(back(MIGRATIONS)).rejects.toThrow('no update to go back from')
  })

  test('is refused while a payout plan is open, whose refunds the earlier release would pay again', async () => {
    await reachThisRelease()
    const migrations = await migrationsWith({ '9998_more.sql': 'create table more (id int)' })
    expect((await update({ migrations })).status).toBe(0)
    const close = (at: string) =>
      sql`
      update payout_plans set closed_at = ${at}::timestamptz, files = null`.execute(db)
    await sql`
      insert into payout_plans (id, network, chain, asset, made_at, valid_until, scanned_height, files)
      select gen_random_uuid(), 'bitcoin', 'bitcoin', 'BTC', now(), now(), 1, '[]'`.execute(db)
    await expect(back(migrations)).rejects.toThrow('a payout plan is open')
    await close('2026-11-24')
    expect(await back(migrations)).toBe(0)
  })

  test('is refused while orders have a discount, or sales made elsewhere wait, of which the earlier release knows nothing', async () => {
    const earlier = await migrationsWith({}, (name) => name < '0077')
    expect((await update({ migrations: earlier })).status).toBe(0)
    await reachThisRelease()
    const sale = { created_at: new Date(), idempotency_key: 'sale', request_hash: '', reference: 'cs_1' }
    const buyer = { user_email: 'a@example.com', language: 'en', edition: 'standard', quantity: 1 }
    await db
      .insertInto('external_orders')
      .values({ ...sale, ...buyer })
      .execute()
    await expect(back(MIGRATIONS)).rejects.toThrow('sales made elsewhere are not mailed yet')
    await db.updateTable('external_orders').set({ refunded_at: new Date() }).execute()
    const code = await newCode(db, 'LAUNCH')
    await insertPayment(db, { discount_code_id: code, discount_cents: 100 })
    await expect(back(MIGRATIONS)).rejects.toThrow('orders were made with discount codes')
  })

  test('keys sold elsewhere are counted as the release does that reads the counts', async () => {
    const earlier = await migrationsWith({}, (name) => name < '0081')
    expect((await update({ migrations: earlier })).status).toBe(0)
    await sql`delete from plain_keys`.execute(db)
    await sql`
      with sale as (
        insert into external_orders (created_at, idempotency_key, request_hash, reference, user_email, language, edition, quantity, delivered_at)
        values (now(), 'sale', '', 'cs_1', 'a@example.com', 'en', 'standard', 1, now()) returning id
      )
      update game_keys set external_order_id = sale.id, external_line = 1, external_quantity = 1, retired_at = now()
      from sale where game_keys.id = (select id from game_keys limit 1)`.execute(db)
    const counts = async () =>
      (
        await sql`select status, sum(change)::integer as keys from key_counts
          group by 1 having sum(change) <> 0 order by 1`.execute(db)
      ).rows
    const free = { status: 'available', keys: 1 }
    expect(await counts()).toEqual([free, { status: 'retired', keys: 1 }])
    await reachThisRelease()
    expect(await counts()).toEqual([free, { status: 'elsewhere', keys: 1 }])
    expect(await back(MIGRATIONS)).toBe(0)
    expect(await counts()).toEqual([free, { status: 'retired', keys: 1 }])
  })

  test('changes nothing if the earlier schema does not take a row', async () => {
    await reachThisRelease()
    const migrations = await migrationsWith({
      '9998_more.sql':
        "alter table wallets alter column wallet drop not null; insert into wallets values ('aaaaaaaa', null)",
    })
    expect((await update({ migrations })).status).toBe(0)
    const before = await content()
    await expect(back(migrations)).rejects.toThrow('null value in column "wallet"')
    expect(await content()).toBe(before)
  })

  test('is refused beside a shop, and across a migration that the earlier release cannot read', async () => {
    await update()
    const before = await content()
    await expect(back(MIGRATIONS)).rejects.toThrow(
      /0028_sealed_keys.sql changed what the earlier release cannot read/,
    )
    const shop = await openSession(database.url, 'leader chains')
    try {
      await expect(back(MIGRATIONS)).rejects.toThrow('stop it first')
    } finally {
      await shop.close()
    }
    expect(await content()).toBe(before)
  })
})

/** Runs the real command in a process of its own, and kills it when it says a line. */
async function killAt(line: RegExp): Promise<void> {
  buildOnce(process.cwd())
  const child = spawn(process.execPath, ['dist/server/main.cjs', 'update'], {
    env: { PATH: process.env.PATH, ...environment() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let isKilled = false
  const watch = async (stream: Readable) => {
    for await (const said of createInterface({ input: stream })) {
      if (isKilled || !line.test(said)) continue
      isKilled = child.kill('SIGKILL')
    }
  }
  await Promise.all([watch(child.stdout), watch(child.stderr)])
  await exited
  expect(isKilled).toBe(true)
}
