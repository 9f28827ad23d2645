import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import type { Db } from './database.ts'
import { fenceDatabase, LeaseLostError } from './fenced-database.ts'
import { beginLease, findStaleLeader, renewLease } from './lease.ts'
import { openSession } from './session.ts'
import { together } from './together.ts'

async function leased(): Promise<{ database: TestDatabase; takeOver: (role?: string) => Promise<number> }> {
  const database = await createTestDatabase()
  const session = await openSession(database.url, 'lease test')
  await sql`create table written (by integer)`.execute(database.db)
  onTestFinished(async () => {
    await session.close()
    await database.close()
  })
  return { database, takeOver: (role = 'chains') => beginLease(session, role) }
}

async function writtenIn({ db }: TestDatabase): Promise<readonly number[]> {
  const { rows } = await sql<{ by: number }>`select by from written order by by`.execute(db)
  return rows.map((row) => row.by)
}

test('a process writes only while its lease is the current one, in transactions and outside of them', async () => {
  const { database, takeOver } = await leased()
  const epoch = await takeOver()
  const stale = fenceDatabase(database.db, { role: 'chains', epoch: () => epoch })
  await sql`insert into written values (1)`.execute(stale)
  await stale.transaction().execute((tx) => sql`insert into written values (2)`.execute(tx))
  const next = await takeOver()
  const current = fenceDatabase(database.db, { role: 'chains', epoch: () => next })
  await expect(sql`insert into written values (3)`.execute(stale)).rejects.toThrow(LeaseLostError)
  const statement = stale.transaction().execute((tx) => sql`insert into written values (4)`.execute(tx))
  await expect(statement).rejects.toThrow(LeaseLostError)
  await sql`insert into written values (5)`.execute(current)
  expect(await writtenIn(database)).toEqual([1, 2, 5])
  // reading is allowed: it changes nothing
  const { rows } = await sql<{ by: number }>`select by from written`.execute(stale)
  expect(rows).toHaveLength(3)
})

test('a process without a lease writes nothing, whatever the database would say', async () => {
  const { database, takeOver } = await leased()
  let epoch: number | null = await takeOver()
  const { db } = database
  const fenced = fenceDatabase(db, { role: 'chains', epoch: () => epoch })
  epoch = null
  await expect(sql`insert into written values (1)`.execute(fenced)).rejects.toThrow(LeaseLostError)
  const statement = fenced.transaction().execute((tx) => sql`insert into written values (2)`.execute(tx))
  await expect(statement).rejects.toThrow(LeaseLostError)
  expect(await writtenIn(database)).toEqual([])
})

test('where nobody leads, no leader is stale', async () => {
  const { database } = await leased()
  const session = await openSession(database.url, 'candidate')
  onTestFinished(() => session.close())
  expect(await findStaleLeader(session, 'chains')).toBeNull()
})

test('a fenced transaction is read committed and may write', async () => {
  const { database, takeOver } = await leased()
  const epoch = await takeOver()
  const fenced = fenceDatabase(database.db, { role: 'chains', epoch: () => epoch })
  const write = (tx: Db) => sql`insert into written values (1)`.execute(tx)
  for (const begun of [
    fenced.transaction().setIsolationLevel('serializable'),
    fenced.transaction().setAccessMode('read write'),
  ])
    await expect(begun.execute(write)).rejects.toThrow('read committed')
  await fenced.transaction().execute(write)
  expect(await writtenIn(database)).toEqual([1])
})

// holds I11
test('a transaction that is open when another process takes the role does not commit', async () => {
  const { database, takeOver } = await leased()
  const epoch = await takeOver()
  const stale = fenceDatabase(database.db, { role: 'chains', epoch: () => epoch })
  const hasWritten = Promise.withResolvers<undefined>()
  const goOn = Promise.withResolvers<undefined>()
  const frozen = stale.transaction().execute(async (tx) => {
    await sql`insert into written values (1)`.execute(tx)
    hasWritten.resolve(undefined)
    await goOn.promise
    await sql`insert into written values (2)`.execute(tx)
  })
  const ended = frozen.then(
    () => 'committed',
    () => 'rolled back',
  )
  await hasWritten.promise
  await takeOver()
  goOn.resolve(undefined)
  expect(await ended).toBe('rolled back')
  expect(await writtenIn(database)).toEqual([])
})

// holds I11
test('a takeover ends no transaction of another role, and none of another database', async () => {
  const [here, there] = [await leased(), await leased()]
  const isTaken = Promise.withResolvers<undefined>()
  const write = async ({ database: { db }, takeOver }: typeof here, role: string) => {
    const epoch = await takeOver(role)
    const hasWritten = Promise.withResolvers<undefined>()
    const fenced = fenceDatabase(db, { role, epoch: () => epoch })
    const ended = fenced.transaction().execute(async (tx) => {
      await sql`insert into written values (1)`.execute(tx)
      hasWritten.resolve(undefined)
      await isTaken.promise
    })
    await hasWritten.promise
    return { ended }
  }
  const others = [await write(there, 'chains'), await write(here, 'mails')]
  for (const epoch of [1, 2]) expect(await here.takeOver()).toBe(epoch)
  isTaken.resolve(undefined)
  await Promise.all(others.map(({ ended }) => ended))
  expect([await writtenIn(here.database), await writtenIn(there.database)]).toEqual([[1], [1]])
})

test('a lease is renewed by its own epoch only', async () => {
  const { database, takeOver } = await leased()
  const session = await openSession(database.url, 'lease test 2')
  onTestFinished(() => session.close())
  const first = await takeOver()
  expect(await renewLease(session, 'chains', first)).toBe(true)
  const second = await takeOver()
  expect(await renewLease(session, 'chains', first)).toBe(false)
  expect(await renewLease(session, 'chains', second)).toBe(true)
})

test('statements that are sent together are fenced together', async () => {
  const { database, takeOver } = await leased()
  const epoch = await takeOver()
  const fenced = fenceDatabase(database.db, { role: 'chains', epoch: () => epoch })
  const write = (by: number) => sql`insert into written values (${by})`.compile(fenced)
  const read = sql<{ by: number }>`select by from written order by by`.compile(fenced)
  const [one, rows] = await together(fenced, write(1), read)
  expect(one.numAffectedRows).toBe(1n)
  expect(rows.rows).toEqual([{ by: 1 }])
  await takeOver()
  await expect(together(fenced, write(2), write(3))).rejects.toThrow(LeaseLostError)
  const [again] = await together(fenced, read, read)
  expect(again.rows).toEqual([{ by: 1 }])
})

test('a process without a lease writes nothing', async () => {
  const { database } = await leased()
  const outside = fenceDatabase(database.db, { role: 'chains', epoch: () => null })
  await expect(sql`insert into written values (1)`.execute(outside)).rejects.toThrow(LeaseLostError)
  expect(await writtenIn(database)).toEqual([])
})

test('after the connection broke, the error is what happened first and not the rollback that failed', async () => {
  const { database, takeOver } = await leased()
  const epoch = await takeOver()
  const fenced = fenceDatabase(database.db, { role: 'chains', epoch: () => epoch })
  const broken = sql`insert into written select 1 from pg_terminate_backend(pg_backend_pid())`
  const terminated = { code: '57P01' }
  await expect(broken.execute(fenced)).rejects.toMatchObject(terminated)
  await expect(fenced.transaction().execute((tx) => broken.execute(tx))).rejects.toMatchObject(terminated)
  const decided = fenced.transaction().execute(async (tx) => {
    await expect(broken.execute(tx)).rejects.toMatchObject(terminated)
    throw new RangeError('what the caller decided')
  })
  await expect(decided).rejects.toThrow('what the caller decided')
  expect(await writtenIn(database)).toEqual([])
  await sql`insert into written values (2)`.execute(fenced)
  expect(await writtenIn(database)).toEqual([2])
})
