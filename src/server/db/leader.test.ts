import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { isSomebodyWaiting } from '#test/is-somebody-waiting.ts'
import { until } from '#test/until.ts'
import { createLeader, type Leader } from './leader.ts'
import { beginLease, endStaleLeader } from './lease.ts'
import { openSession } from './session.ts'

const log = createLog({ level: 'silent' })

async function emptyShop(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  return database
}

async function candidate(url: string, name: string, events: string[]): Promise<Leader> {
  const leader = createLeader({
    url,
    role: 'chains',
    log,
    retryEveryMs: 50,
    onElected: () => Promise.resolve(void events.push(`${name} elected`)),
    onLost: () => Promise.resolve(void events.push(`${name} lost`)),
  })
  await leader.start()
  onTestFinished(() => leader.stop())
  return leader
}

async function cutLeaders({ db }: TestDatabase): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'keyhold leader chains' and datname = current_database()
      and pid in (select pid from pg_locks where locktype = 'advisory' and granted)`.execute(db)
}

test('one of two processes leads, and the other takes over when it stops', async () => {
  const { url } = await emptyShop()
  const events: string[] = []
  const first = await candidate(url, 'first', events)
  await until(() => first.isLeader())
  const second = await candidate(url, 'second', events)
  await first.stop()
  await until(() => second.isLeader())
  expect(events).toEqual(['first elected', 'first lost', 'second elected'])
})

test('a leader whose connection breaks steps down, and is elected again later', async () => {
  const database = await emptyShop()
  const events: string[] = []
  const leader = await candidate(database.url, 'it', events)
  await until(() => leader.isLeader())
  await cutLeaders(database)
  await until(() => events.length === 3)
  expect(events).toEqual(['it elected', 'it lost', 'it elected'])
})

test('after a leader steps down the other process is elected', async () => {
  const { url } = await emptyShop()
  const events: string[] = []
  const first = await candidate(url, 'first', events)
  await until(() => first.isLeader())
  const second = createLeader({
    url,
    role: 'chains',
    log,
    retryEveryMs: 5,
    onElected: () => Promise.resolve(void events.push('second elected')),
    onLost: () => Promise.resolve(),
  })
  await second.start()
  onTestFinished(() => second.stop())
  first.stepDown()
  await until(() => second.isLeader())
  expect(events).toEqual(['first elected', 'first lost', 'second elected'])
})

// holds I11
test('a successor that has the lock and no lease yet is not taken for the leader whose lease is stale', async () => {
  const { db, url } = await emptyShop()
  const makeStale = () =>
    sql`insert into leases (role, epoch, beat_at) values ('chains', 1, now() - interval '1 minute')
      on conflict (role) do update set beat_at = excluded.beat_at`.execute(db)
  await makeStale()
  const successor = await openSession(url, 'leader chains')
  onTestFinished(() => successor.close())
  await successor.query(`select pg_advisory_lock(hashtextextended('keyhold chains', 0))`)
  let looks = 0
  const { promise: hasLease, resolve: goOn } = Promise.withResolvers<undefined>()
  const candidate = createLeader({
    url,
    role: 'chains',
    log,
    onElected: () => Promise.resolve(),
    onLost: () => Promise.resolve(),
    pause: async (_ms, signal) => {
      looks += 1
      const isStopped = new Promise((resolve) => signal.addEventListener('abort', resolve))
      if (!signal.aborted) await Promise.race([hasLease, isStopped])
    },
  })
  await candidate.start()
  onTestFinished(() => candidate.stop())
  await until(() => looks === 1)
  await beginLease(successor, 'chains')
  goOn(undefined)
  await until(() => looks > 5)
  expect(await successor.query('select 1 as one')).toEqual([{ one: 1 }])
  await makeStale()
  await until(() => candidate.isLeader())
  await successor.ended
})

// holds I11
test('no session but that of the leader is ended, and not while its lease is renewed', async () => {
  const [here, there] = [await emptyShop(), await emptyShop()]
  const open = async ({ url }: TestDatabase, name: string) => {
    const session = await openSession(url, name)
    onTestFinished(() => session.close())
    const [row] = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
    return { session, pid: row?.pid ?? 0 }
  }
  const lock = (role: string) => `select pg_advisory_lock(hashtextextended('keyhold ${role}', 0))`
  const candidate = await open(here, 'leader chains')
  const [leader, other, elsewhere] = [
    await open(here, 'leader chains'),
    await open(here, 'leader mails'),
    await open(there, 'leader chains'),
  ]
  for (const [{ session }, role] of [
    [leader, 'chains'],
    [other, 'mails'],
    [elsewhere, 'chains'],
  ] as const) {
    await session.query(lock(role))
    await beginLease(session, role)
  }
  const waiting = candidate.session.query(lock('chains'))
  await until(() => isSomebodyWaiting(here.db))
  const looker = await open(here, 'looker')
  const endAll = async () => {
    const ended: string[] = []
    for (const [name, { pid }] of Object.entries({ candidate, other, elsewhere, leader }))
      if (await endStaleLeader(looker.session, 'chains', pid)) ended.push(name)
    return ended
  }
  const age = (seconds: number) =>
    sql`update leases set beat_at = now() - ${seconds} * interval '1 second' where role = 'chains'`.execute(
      here.db,
    )
  for (const { db } of [here, there])
    await sql`update leases set beat_at = now() - interval '1 hour'`.execute(db)
  await age(5)
  expect(await endAll()).toEqual([])
  await age(10)
  expect(await endAll()).toEqual(['leader'])
  await waiting
})

test('different roles and different databases have independent leaders', async () => {
  const [here, there] = [await emptyShop(), await emptyShop()]
  const leaders = [await candidate(here.url, 'here', []), await candidate(there.url, 'there', [])]
  await until(() => leaders.every((leader) => leader.isLeader()))
})
