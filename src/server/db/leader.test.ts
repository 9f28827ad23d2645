import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'
import { createLeader, type Leader } from './leader.ts'
import { beginLease } from './lease.ts'
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
      const isStopped = new Promise((resolve) => {
        signal.addEventListener('abort', resolve)
      })
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

test('different roles and different databases have independent leaders', async () => {
  const [here, there] = [await emptyShop(), await emptyShop()]
  const leaders = [await candidate(here.url, 'here', []), await candidate(there.url, 'there', [])]
  await until(() => leaders.every((leader) => leader.isLeader()))
})
