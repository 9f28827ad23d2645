import { afterAll, beforeAll, expect, test } from 'vitest'
import { askHosts, type HostState } from '#server/db/database-server.ts'
import { inspectReplication, type StoredReplication } from '#server/db/inspect-replication.ts'
import { openClient } from '#server/db/shop-client.ts'
import { startCluster, type PostgresCluster } from '#test/failover/postgres-cluster.ts'
import { until } from '#test/until.ts'
import { replicationFindings } from './check-replication.ts'

const SAFE: StoredReplication = { commitWaitsFor: 'on', isSynchronous: true, standbys: 1, archiving: null }
const host = (changes: Partial<HostState> = {}): HostState => ({
  url: '',
  systemId: '7',
  timeline: 1,
  state: 'is the primary',
  ...changes,
})
const STANDBY = host({ timeline: null, state: 'is read-only' })

test.each<[string, Partial<StoredReplication>, readonly HostState[], string, string | null]>([
  ['a synchronous standby', {}, [host()], 'warning', null],
  ['a single server', { isSynchronous: false, standbys: 0 }, [host()], 'warning', null],
  ['a standby that is gone', { standbys: 0 }, [host()], 'warning', 'no order can be made until one does'],
  [
    'no standby of two hosts',
    { isSynchronous: false, standbys: 0 },
    [host(), STANDBY],
    'warning',
    'no standby answers: the loss',
  ],
  [
    'an asynchronous standby',
    { isSynchronous: false },
    [host()],
    'warning',
    'a failover may lose the newest orders',
  ],
  [
    'commits that wait for nothing',
    { commitWaitsFor: 'off' },
    [host()],
    'warning',
    'synchronous_commit is off',
  ],
  [
    'commits a standby may lose',
    { commitWaitsFor: 'remote_write' },
    [host()],
    'warning',
    'synchronous_commit is remote_write',
  ],
  ['commits that are applied', { commitWaitsFor: 'remote_apply' }, [host()], 'warning', null],
  [
    'an archive that fails',
    { archiving: { isFailing: true, behind: 0 } },
    [host()],
    'warning',
    'cannot be archived',
  ],
  [
    'an archive that is behind',
    { archiving: { isFailing: false, behind: 9 } },
    [host()],
    'warning',
    '9 files of its write-ahead log',
  ],
  [
    'an archive with a file to come',
    { archiving: { isFailing: false, behind: 8 } },
    [host()],
    'warning',
    null,
  ],
  [
    'a host that does not answer',
    {},
    [host(), host({ systemId: null, timeline: null, state: 'does not answer (ECONNREFUSED)' })],
    'warning',
    'host 2 of DATABASE_URL does not answer (ECONNREFUSED)',
  ],
  [
    'a host of another cluster',
    {},
    [STANDBY, host(), host({ systemId: '8', timeline: null })],
    'fault',
    'host 3 of DATABASE_URL belongs to another PostgreSQL cluster than host 2',
  ],
  [
    'two primaries',
    {},
    [host(), host({ timeline: 2 })],
    'fault',
    'host 2 of DATABASE_URL takes orders, too, on timeline 2',
  ],
])('%s', (_what, changes, hosts, kind, text) => {
  const found = replicationFindings({ ...SAFE, ...changes }, hosts).filter((one) => one.kind === kind)
  expect(found.map(({ message }) => message)).toEqual(text === null ? [] : [expect.stringContaining(text)])
})

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await startCluster({ settings: { archive_mode: 'on', archive_command: 'false' } })
})
afterAll(() => cluster.stop())

test('what a server with a standby and a failing archive says is read', async () => {
  const client = await openClient({ url: cluster.url, kind: 'long', name: 'test' })
  const read = () => inspectReplication(client)
  expect(await read()).toMatchObject({ commitWaitsFor: 'on', isSynchronous: true, standbys: 1 })
  await client.query('select pg_switch_wal()')
  await until(async () => (await read()).archiving?.isFailing === true, { what: 'an archive that fails' })
  expect((await read()).archiving?.behind).toBeGreaterThan(0)
  await client.query(`set synchronous_commit = 'local'`)
  expect((await read()).commitWaitsFor).toBe('local')
  await client.end()
  const [primary, standby] = await askHosts(cluster.bothUrl)
  expect([primary?.timeline, standby?.state]).toEqual([1, 'is read-only'])
  expect(standby?.systemId).toBe(primary?.systemId)
})
