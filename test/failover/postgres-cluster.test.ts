import { expect, onTestFinished, test } from 'vitest'
import { startCluster, type PostgresCluster, type Replication } from './postgres-cluster.ts'

async function clusterWithTable(replication: Replication): Promise<PostgresCluster> {
  const cluster = await startCluster({ replication })
  onTestFinished(() => cluster.stop())
  await cluster.primary.query('create table told (id integer primary key)')
  await cluster.primary.query('insert into told values (1)')
  return cluster
}

async function rowsOf({ primary }: PostgresCluster): Promise<readonly number[]> {
  const rows = await primary.query<{ id: number }>('select id from told order by id')
  return rows.map(({ id }) => id)
}

test('a row that a synchronous standby has is there after the primary was killed and the standby promoted', async () => {
  const cluster = await clusterWithTable('synchronous')
  await cluster.primary.query('insert into told values (2)')
  await cluster.primary.kill()
  await cluster.promote()
  expect(await rowsOf(cluster)).toEqual([1, 2])
  // the old primary comes back as the standby of the new one, and commits wait for it again
  await cluster.rejoin()
  await cluster.primary.query('insert into told values (3)')
  await cluster.primary.kill()
  await cluster.promote()
  expect(await rowsOf(cluster)).toEqual([1, 2, 3])
})

test('a row that was committed while an asynchronous standby heard nothing is lost by a failover', async () => {
  const cluster = await clusterWithTable('asynchronous')
  await cluster.standbyHas()
  cluster.replication.silence()
  await cluster.primary.query('insert into told values (2)')
  await cluster.primary.kill()
  await cluster.promote()
  expect(await rowsOf(cluster)).toEqual([1])
})

test('a commit waits while no synchronous standby answers, and goes on once it answers again', async () => {
  const cluster = await clusterWithTable('synchronous')
  cluster.standby.freeze()
  let isCommitted = false
  const committed = cluster.primary.query('insert into told values (2)').then(() => {
    isCommitted = true
  })
  await cluster.hasWaitingCommit()
  expect(isCommitted).toBe(false)
  cluster.standby.thaw()
  await committed
  expect(await rowsOf(cluster)).toEqual([1, 2])
})
