import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertRefusedMails } from '#test/alert-causes.ts'
import { createDatabaseClock } from './database-clock.ts'
import { pullDueTimes, pullImpossibleTimes } from './pull-due-times.ts'
import { createTimeWitnesses, judgeWitnesses } from './time-witnesses.ts'

const HOUR_MS = 3600_000

const database = useTestDatabase()
/** The same, on a server whose clock can be set: its function of the time is found before PostgreSQL's. */
let wrong: Database
beforeAll(async () => {
  await sql`create table clock_offset as select interval '0' as ahead, 0.0::float8 as late_s`.execute(
    database.db,
  )
  await sql`create function public.clock_timestamp() returns timestamptz language plpgsql as '
    declare shown timestamptz;
    begin
      select pg_catalog.clock_timestamp() + ahead into shown from public.clock_offset;
      perform pg_sleep(late_s) from public.clock_offset;
      return shown;
    end'`.execute(database.db)
  const url = new URL(database.url)
  const name = sql.id(url.pathname.slice(1))
  await sql`alter database ${name} set search_path = public, pg_catalog`.execute(database.db)
  wrong = openDatabase(database.url, { max: 1 })
})
afterAll(() => wrong.close())

const setDatabaseClock = (ahead: string) =>
  sql`update clock_offset set ahead = ${ahead}::interval`.execute(database.db)
const differenceMs = (clock: () => Date) => clock().getTime() - Date.now()

test('the time is the database’s, and a clock that is set back is told once, by how much', async () => {
  const time = createDatabaseClock(systemClock)
  const told: number[] = []
  time.onSetBack((byMs) => {
    told.push(byMs)
    return Promise.resolve()
  })
  await time.sync(wrong.db)
  expect(Math.abs(differenceMs(time.clock))).toBeLessThan(1000)
  expect(Math.abs(time.machineAheadS())).toBe(0)

  await setDatabaseClock('1 hour')
  await time.sync(wrong.db)
  expect(Math.abs(differenceMs(time.clock) - HOUR_MS)).toBeLessThan(1000)
  expect(time.machineAheadS()).toBe(-3600)
  expect(told).toEqual([])

  await setDatabaseClock('0')
  await time.sync(wrong.db)
  await time.sync(wrong.db)
  expect(Math.abs(differenceMs(time.clock))).toBeLessThan(1000)
  expect(told.map((byMs) => Math.round(byMs / 1000))).toEqual([3600])
})

test('an answer that comes late says nothing about the time', async () => {
  const time = createDatabaseClock(systemClock)
  const told: number[] = []
  time.onSetBack((byMs) => {
    told.push(byMs)
    return Promise.resolve()
  })
  await time.sync(wrong.db)
  // such as one that waited for a process that was frozen
  await sql`update clock_offset set late_s = 2.1, ahead = '-10 seconds'`.execute(database.db)
  await time.sync(wrong.db)
  await sql`update clock_offset set late_s = 0, ahead = '0'`.execute(database.db)
  expect(told).toEqual([])
  expect(Math.abs(differenceMs(time.clock))).toBeLessThan(1000)
  expect(Math.abs(time.machineAheadS())).toBe(0)
})

test('between two looks the time passes whatever the machine’s clock is set to', async () => {
  let aheadMs = 0
  const time = createDatabaseClock(() => new Date(Date.now() + aheadMs))
  await time.sync(wrong.db)
  aheadMs = HOUR_MS
  expect(Math.abs(differenceMs(time.clock))).toBeLessThan(1000)
  await time.sync(wrong.db)
  expect(Math.abs(differenceMs(time.clock))).toBeLessThan(1000)
  expect(time.machineAheadS()).toBe(3600)
})

test('after the clock was set back, no mail waits for the time that it was ahead', async () => {
  const { db } = database
  const now = new Date()
  await db.deleteFrom('mails').execute()
  await insertRefusedMails(db, now)
  const dueAt = async () => {
    const rows = await db.selectFrom('mails').select('next_attempt_at').orderBy('dedupe_key').execute()
    return rows.map((row) => Math.round((row.next_attempt_at.getTime() - now.getTime()) / 1000))
  }
  const due = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const set = (key: string, seconds: number) =>
    db
      .updateTable('mails')
      .set({ next_attempt_at: due(seconds) })
      .where('dedupe_key', '=', key)
      .execute()
  // a minute after it was tried by a clock that was an hour ahead; a minute after it was tried by the right one; due
  await set('one', 3660)
  await set('three', 60)
  await set('two', -10)
  await pullDueTimes(db, HOUR_MS, now)
  expect(await dueAt()).toEqual([60, -3540, -10])

  // a shop that did not run meanwhile knows only what no mail ever waits for
  await set('one', 70 * 60)
  await set('three', 59 * 60)
  await pullImpossibleTimes(db, now)
  expect(await dueAt()).toEqual([0, 59 * 60, -10])
})

test.each([
  ['nobody tells the time', [], null],
  ['a remote node agrees', [{ isOwn: false, aheadS: 2 }], null],
  ['the only node, on this machine, contradicts', [{ isOwn: true, aheadS: 3600 }], 3600],
  [
    'one remote node lies beside an honest one',
    [
      { isOwn: false, aheadS: 3600 },
      { isOwn: false, aheadS: 0 },
    ],
    null,
  ],
  [
    'a node on this machine has the same wrong clock',
    [
      { isOwn: true, aheadS: 0 },
      { isOwn: false, aheadS: -300 },
    ],
    -300,
  ],
  [
    'two of three contradict',
    [
      { isOwn: false, aheadS: 3605 },
      { isOwn: false, aheadS: 3600 },
      { isOwn: false, aheadS: 0 },
    ],
    3600,
  ],
  ['the difference is how long answers take', [{ isOwn: false, aheadS: 59 }], null],
] as const)('%s', (_what, said, aheadS) => expect(judgeWitnesses(said)).toBe(aheadS))

test('nodes tell the time in the date of their answers, blocks only if nobody else does', async () => {
  let date: string | null = null
  const server = createServer((_request, response) => {
    response.sendDate = false
    if (date !== null) response.setHeader('date', date)
    response.end('{}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const witnesses = createTimeWitnesses(systemClock)
  const ask = async () => (await witnesses.fetch(url)).text()
  await ask()
  expect(witnesses.aheadS()).toBe(null)
  // old blocks say nothing, and neither does one that a miner has dated a little ahead
  witnesses.noteBlock('bitcoin', new Date(Date.now() - 5 * HOUR_MS))
  witnesses.noteBlock('ethereum', new Date(Date.now() + HOUR_MS))
  expect(witnesses.aheadS()).toBe(null)
  witnesses.noteBlock('ethereum', new Date(Date.now() + 3 * HOUR_MS))
  expect(witnesses.aheadS()).toBe(-3 * 3600)
  date = new Date().toUTCString()
  await ask()
  expect(witnesses.aheadS()).toBe(null)
  date = new Date(Date.now() - HOUR_MS).toUTCString()
  await ask()
  expect(Math.abs((witnesses.aheadS() ?? 0) - 3600)).toBeLessThan(3)
  server.close()
})
