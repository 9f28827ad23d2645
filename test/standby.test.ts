import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CommitUnknownError } from '#server/db/commit-errors.ts'
import { openDatabase } from '#server/db/database.ts'
import { fenceDatabase, LeaseLostError } from '#server/db/fenced-database.ts'
import { beginLease, endStaleLeader, findStaleLeader } from '#server/db/lease.ts'
import { migrate } from '#server/db/migrate.ts'
import { openSession, type Session } from '#server/db/session.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { startCluster, type PostgresCluster } from './failover/postgres-cluster.ts'
import { TEST_SECRET_SOURCE } from './installation-secret.ts'
import { openGuard } from './open-guard.ts'
import { until } from './until.ts'

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await startCluster({ replication: 'synchronous' })
  await migrate(cluster.url)
})
afterAll(() => cluster.stop())

function open() {
  const opened = openDatabase(cluster.url, { max: 4 })
  onTestFinished(() => opened.close())
  return opened
}

async function session(purpose: string): Promise<Session> {
  const opened = await openSession(cluster.url, purpose)
  onTestFinished(() => opened.close())
  return opened
}

test('a leader whose renewal waits for its standby is not ended: what it commits would be on the primary alone', async () => {
  const leader = await session('leader waits')
  await leader.query(`select pg_advisory_lock(hashtextextended('keyhold waits', 0))`)
  await beginLease(leader, 'waits')
  const other = await session('another process')
  await other.query(`update leases set beat_at = beat_at - interval '1 minute' where role = 'waits'`)
  cluster.standby.freeze()
  const renewed = leader.query(`update leases set epoch = epoch + 1 where role = 'waits' returning epoch`)
  await cluster.hasWaitingCommit()
  expect(await findStaleLeader(other, 'waits')).toBeNull()
  cluster.standby.thaw()
  expect(await renewed).toHaveLength(1)
  // the same process, frozen where nothing is being committed
  await other.query(`update leases set beat_at = beat_at - interval '1 minute' where role = 'waits'`)
  expect(await endStaleLeader(other, 'waits', (await findStaleLeader(other, 'waits')) ?? 0)).toBe(true)
})

test('a transaction of an earlier leader is not ended but by its own limit, since it may be about to commit', async () => {
  const { db } = open()
  const leader = await session('lease')
  const epoch = await beginLease(leader, 'fenced')
  const fenced = fenceDatabase(db, { role: 'fenced', epoch: () => epoch })
  const held = Promise.withResolvers<undefined>()
  const { promise: isThawed, resolve: thaw } = Promise.withResolvers<undefined>()
  const frozen = fenced.transaction().execute(async (tx) => {
    await sql`select pg_logical_emit_message(true, 'test', '')`.execute(tx)
    held.resolve(undefined)
    await isThawed
  })
  const outcome = frozen.catch((error: unknown) => error)
  await held.promise
  const next = beginLease(leader, 'fenced')
  const waiting = `select from pg_stat_activity where wait_event = 'advisory' and application_name = 'keyhold lease'`
  await until(async () => (await cluster.primary.query(waiting)).length === 1)
  expect(
    await cluster.primary.query(
      `select from pg_locks where locktype = 'advisory' and objsubid = 2 and granted`,
    ),
  ).toHaveLength(1)
  expect(await next).toBeGreaterThan(epoch)
  thaw(undefined)
  expect(await outcome).toBeInstanceOf(Error)
})

test('what a restarted primary shows is on its standby before a connection is admitted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-standby-'))
  const { db, pool } = open()
  await stampInstallation(db, { profile: 'production', wallets: [] }, TEST_SECRET_SOURCE)
  const guard = openGuard(cluster, folder)
  await guard.begin({ pool })
  const guarded = openDatabase(cluster.url, { max: 1, admit: guard.admit })
  onTestFinished(async () => {
    await Promise.all([guarded.close(), guard.mark.close()])
    await rm(folder, { recursive: true, force: true })
  })
  await sql`create table told (id integer)`.execute(db)
  cluster.standby.freeze()
  const unknown = sql`insert into told values (1)`.execute(db).catch((error: unknown) => error)
  await cluster.hasWaitingCommit()
  await cluster.primary.kill()
  await unknown
  await cluster.primary.start()
  // it is there, and would be lost if the standby were promoted now
  expect(await cluster.primary.query('select id from told')).toEqual([{ id: 1 }])
  let isRead = false
  const read = sql`select id from told`.execute(guarded.db).then(({ rows }) => {
    isRead = true
    return rows
  })
  await cluster.hasWaitingCommit()
  expect(isRead).toBe(false)
  cluster.standby.thaw()
  expect(await read).toEqual([{ id: 1 }])
  await cluster.standbyAnswers()
})

test('the outcome of a commit whose answer is lost is unknown, and no earlier leader writes on a new timeline', async () => {
  const { db } = open()
  const epoch = await beginLease(await session('lease'), 'moved')
  const fenced = fenceDatabase(db, { role: 'moved', epoch: () => epoch })
  await sql`insert into told values (2)`.execute(fenced)
  cluster.standby.freeze()
  const unknown = fenced
    .transaction()
    .execute((tx) => sql`insert into told values (3)`.execute(tx))
    .catch((error: unknown) => error)
  await cluster.hasWaitingCommit()
  cluster.replication.refuse()
  cluster.replication.reset()
  await cluster.primary.kill()
  expect(await unknown).toBeInstanceOf(CommitUnknownError)
  cluster.standby.thaw()
  await cluster.promote()
  const next = await beginLease(await session('lease'), 'moved')
  expect(next >> 20).toBe((epoch >> 20) + 1)
  await expect(sql`insert into told values (4)`.execute(fenced)).rejects.toThrow(LeaseLostError)
  // what was sent to the frozen standby may be there: the outcome was unknown, not "rolled back"
  const told = await cluster.primary.query('select id from told where id <> 3 order by id')
  expect(told).toEqual([{ id: 1 }, { id: 2 }])
})
