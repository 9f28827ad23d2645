import { kill } from 'node:process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { until } from './until.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'

const REPLACED_WITHIN_MS = 15_000

interface Lease {
  readonly epoch: number
  readonly isFresh: boolean
}

async function leaseIn({ db }: TestDatabase): Promise<Lease | null> {
  const { rows } = await sql<{ epoch: number; fresh: boolean }>`
    select epoch, beat_at > clock_timestamp() - interval '5 seconds' as fresh from leases where role = 'chains'`.execute(
    db,
  )
  const [row] = rows
  return row === undefined ? null : { epoch: row.epoch, isFresh: row.fresh }
}

/** Records under which lease each change of the cursors and of the rails' states was made. */
async function recordWriters({ db }: TestDatabase): Promise<void> {
  await sql`create table writes (epoch integer)`.execute(db)
  await sql`
    create function record_writer() returns trigger language plpgsql as $$
    begin
      insert into writes select (
        select objid::int from pg_locks
        where pid = pg_backend_pid() and locktype = 'advisory' and objsubid = 2
      );
      return null;
    end $$`.execute(db)
  for (const table of ['cursors', 'rail_states']) {
    await sql`create trigger record_writer after insert or update or delete on ${sql.table(table)}
      for each statement execute function record_writer()`.execute(db)
  }
}

async function writesOf({ db }: TestDatabase, epoch: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from writes where epoch = ${epoch}`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}

/** Two shops serve one database; the first has the role. */
let database: TestDatabase
let first: ServedShop
let second: ServedShop
beforeAll(async () => {
  database = await createTestDatabase()
  const settings = { DATABASE_URL: database.url, KEYHOLD_SECRET: TEST_SECRET_TEXT, KEYHOLD_LIMITS: 'off' }
  first = await serveShop(settings)
  await until(async () => (await leaseIn(database))?.epoch === 1)
  second = await serveShop(settings)
})
afterAll(async () => {
  await Promise.all([first.kill(), second.kill()])
  await database.close()
})

// holds I11
test('a frozen leader is replaced within 15 seconds, and what it writes when it goes on is rolled back', async () => {
  const { db } = database
  await recordWriters(database)
  kill(first.pid, 'SIGSTOP')
  const frozenAt = performance.now()
  await until(async () => (await leaseIn(database))?.epoch === 2, { what: 'another leader' })
  expect(performance.now() - frozenAt).toBeLessThan(REPLACED_WITHIN_MS)
  await until(async () => (await writesOf(database, 2)) > 0, { what: 'the new leader reading the chains' })
  await sql`truncate writes`.execute(db)
  kill(first.pid, 'SIGCONT')
  // it notices at its next write or renewal, and asks for the role again like any other process
  await until(async () => {
    const { rows } = await sql<{ waiting: bigint }>`
      select count(*) as waiting from pg_stat_activity
      where application_name = 'keyhold leader chains' and datname = current_database()`.execute(db)
    return rows[0]?.waiting === 2n
  })
  const before = await writesOf(database, 2)
  await until(async () => (await writesOf(database, 2)) > before + 5, { what: 'the new leader going on' })
  expect(await leaseIn(database)).toEqual({ epoch: 2, isFresh: true })
  const { rows } = await sql`select from writes where epoch is distinct from 2`.execute(db)
  expect(rows).toHaveLength(0)
})

test('a leader that is killed is replaced at once', async () => {
  const { epoch = 0 } = (await leaseIn(database)) ?? {}
  const killedAt = performance.now()
  // the first one was replaced by it
  await second.kill()
  await until(async () => (await leaseIn(database))?.epoch === epoch + 1)
  expect(performance.now() - killedAt).toBeLessThan(8_000)
})
