import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { openSwitch, type NetworkSwitch } from '#test/failover/network-switch.ts'
import { until } from '#test/until.ts'
import { isUnavailable } from './is-unavailable.ts'
import { openDatabase, type Database } from './database.ts'
import { openClient } from './shop-client.ts'
import { withDatabaseName } from './split-hosts.ts'

let database: TestDatabase
let network: NetworkSwitch
let url: string
beforeEach(async () => {
  database = await createEmptyDatabase()
  network = await openSwitch(Number(new URL(database.url).port))
  url = at(network.port)
})
afterEach(async () => {
  await network.close()
  await database.close()
})

const at = (...ports: readonly number[]) => {
  const { username, password, pathname } = new URL(database.url)
  return `postgres://${username}:${password}@${ports.map((port) => `127.0.0.1:${String(port)}`).join(',')}${pathname}`
}

function open(from = url, max = 4): Database {
  const opened = openDatabase(from, { max })
  onTestFinished(() => opened.close())
  return opened
}

test('an answer that is lost ends its connection, and the others that are dead, too', async () => {
  const { db, pool } = open()
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(db)))
  expect(pool.totalCount).toBe(3)
  network.silence()
  const lost = await sql`select 1`.execute(db).catch((error: unknown) => error)
  expect([lost, isUnavailable(lost)]).toEqual([expect.objectContaining({ name: 'AnswerOverdueError' }), true])
  await until(() => pool.totalCount === 0, { what: 'a pool without dead connections' })
  network.pass()
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a statement on which the server works for long is waited for', async () => {
  const { db } = open()
  expect((await sql`select pg_sleep(9), 1 as one`.execute(db)).rows).toMatchObject([{ one: 1 }])
})

test('a lock that is held, and a transaction that is left open, end in time', async () => {
  const { db } = open()
  await sql`create table held (id integer)`.execute(db)
  await sql`insert into held values (1)`.execute(db)
  const holding = db.transaction().execute(async (tx) => {
    await sql`update held set id = 2`.execute(tx)
    const refused = await sql`update held set id = 3`.execute(db).catch((error: unknown) => error)
    expect([refused, isUnavailable(refused)]).toEqual([expect.objectContaining({ code: '55P03' }), true])
    // as in a process that is frozen: nothing is said until PostgreSQL ends the session
    await until(
      async () =>
        (await sql`select from pg_locks where mode = 'RowExclusiveLock'`.execute(database.db)).rows.length ===
        0,
    )
    await sql`update held set id = 4`.execute(db)
    return sql`select`.execute(tx)
  })
  const ended = await holding.catch((error: unknown) => error)
  expect(isUnavailable(ended)).toBe(true)
  expect((await sql`select id from held`.execute(db)).rows).toEqual([{ id: 4 }])
})

test('a server that can only be read is refused', async () => {
  await sql
    .raw(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
    .execute(database.db)
  const refused = await sql`select`.execute(open().db).catch((error: unknown) => error)
  expect([refused, isUnavailable(refused)]).toEqual([
    expect.objectContaining({ code: '25006', message: expect.stringContaining('read-only') as string }),
    true,
  ])
})

test('of several hosts the primary is used, and looked for again when it is gone', async () => {
  const second = await openSwitch(network.target)
  onTestFinished(() => second.close())
  network.refuse()
  const { db } = open(at(network.port, second.port))
  await sql`select`.execute(db)
  expect([network.openConnections(), second.openConnections() > 0]).toEqual([0, true])
  network.pass()
  second.refuse()
  second.reset()
  await until(
    () =>
      sql`select`.execute(db).then(
        () => true,
        () => false,
      ),
    { what: 'the other host' },
  )
  expect(network.openConnections()).toBeGreaterThan(0)
})

test('hosts of which none is the primary are told, without an address', async () => {
  network.refuse()
  const client = openClient({ url: at(network.port, 1), kind: 'shop', name: 'test' })
  await expect(client).rejects.toThrow(
    'none of the hosts of DATABASE_URL takes orders: host 1 does not answer (ECONNRESET), host 2 does not answer (ECONNREFUSED)',
  )
})

test.each([
  [
    'postgres://u:p@one:5432,two:5433/shop?sslmode=require',
    'postgres://u:p@one:5432,two:5433/a%20b?sslmode=require',
  ],
  ['postgresql://one/shop', 'postgresql://one/a%20b'],
  ['postgres:///shop?host=/run/postgresql', 'postgres:///a%20b?host=/run/postgresql'],
])('another database on the servers of %s', (of, expected) => {
  expect(withDatabaseName(of, 'a b')).toBe(expected)
})
