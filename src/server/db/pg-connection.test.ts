import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { TransactionAbortedError } from './commit-errors.ts'
import { announcementOf } from './pg-connection.ts'
import { together } from './together.ts'

const database = useTestDatabase()

beforeAll(() => sql`create table counted (n integer primary key)`.execute(database.db))
beforeEach(() => sql`delete from counted`.execute(database.db))

const insert = (n: number) => sql`insert into counted values (${n})`.compile(database.db)
const numbers = () => sql<{ n: number }>`select n from counted order by n`.compile(database.db)

async function counted(): Promise<readonly number[]> {
  return (await database.db.executeQuery(numbers())).rows.map(({ n }) => n)
}

test('statements that are sent together are executed in their order', async () => {
  const results = await database.db
    .transaction()
    .execute((tx) => together(tx, insert(1), numbers(), insert(2), numbers()))
  expect(results[0].numAffectedRows).toBe(1n)
  expect(results[1].rows).toEqual([{ n: 1 }])
  expect(results[3].rows).toEqual([{ n: 1 }, { n: 2 }])
  expect(await counted()).toEqual([1, 2])
})

test('of statements sent together in a transaction none has an effect if one fails', async () => {
  const failing = database.db.transaction().execute((tx) => together(tx, insert(1), insert(1), insert(2)))
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await counted()).toEqual([])
})

test('a transaction that sends nothing does nothing, and one that only announces is announced', async () => {
  expect(await database.db.transaction().execute(() => Promise.resolve('nothing'))).toBe('nothing')
  const refused = database.db.transaction().execute(() => Promise.reject(new Error('refused')))
  await expect(refused).rejects.toThrow('refused')
  const client = await database.pool.connect()
  const heard: (string | undefined)[] = []
  client.on('notification', ({ payload }) => heard.push(payload))
  await client.query('listen keyhold')
  await database.db.transaction().execute(async (tx) => {
    await tx.executeQuery(announcementOf(['keys', 'mails']))
    await tx.executeQuery(announcementOf(['keys']))
  })
  // PostgreSQL sends what was committed before with the answer
  await client.query('select')
  client.release()
  expect(heard).toEqual(['keys', 'mails'])
})

test('a transaction that caught the error of a statement is not taken for committed', async () => {
  const caught = database.db.transaction().execute(async (tx) => {
    await tx.executeQuery(insert(1))
    await tx.executeQuery(insert(1)).catch(() => undefined)
  })
  await expect(caught).rejects.toThrow(TransactionAbortedError)
  expect(await counted()).toEqual([])
})

test('a prepared statement goes on after its table has changed', async () => {
  const read = () => sql`select * from counted where n < ${100}`.execute(database.db)
  await database.db.executeQuery(insert(1))
  // often enough that it is prepared, on every connection
  for (let round = 0; round < 10; round += 1) await Promise.all([read(), read(), read(), read()])
  await sql`alter table counted add column note text`.execute(database.db)
  try {
    expect((await read()).rows).toEqual([{ n: 1, note: null }])
    const inTransaction = () =>
      database.db.transaction().execute((tx) => sql`select * from counted where n < ${100}`.execute(tx))
    for (let round = 0; round < 10; round += 1) expect((await inTransaction()).rows).toHaveLength(1)
    await sql`alter table counted drop column note`.execute(database.db)
    await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' })
    expect((await inTransaction()).rows).toEqual([{ n: 1 }])
  } finally {
    await sql`alter table counted drop column if exists note`.execute(database.db)
  }
})

test('a statement that is sent often is planned once, with parameters or without', async () => {
  const planned = await database.db.transaction().execute(async (tx) => {
    for (let count = 0; count < 6; count++) {
      await sql`select n from counted where n > ${count}`.execute(tx)
      await sql`select max(n) from counted`.execute(tx)
    }
    return sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like 'select % from counted%' order by 1`.execute(
      tx,
    )
  })
  const statements = planned.rows.map(({ statement }) => statement)
  expect(statements).toEqual(
    expect.arrayContaining(['select max(n) from counted', 'select n from counted where n > $1']),
  )
})
