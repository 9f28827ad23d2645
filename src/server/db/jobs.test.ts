import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'
import { createJobs, migrateJobs, type Jobs } from './jobs.ts'
import { createListener } from './listener.ts'
import { migrate } from './migrate.ts'

const log = createLog({ level: 'silent' })

async function jobsOf(prepare: (jobs: Jobs) => void) {
  const database = await createEmptyDatabase()
  await migrate(database.url, { then: [migrateJobs] })
  const jobs = createJobs({ url: database.url, log, pollEveryS: 1 })
  prepare(jobs)
  const listener = createListener({ url: database.url, log })
  listener.subscribe(jobs.subscriber)
  await jobs.start()
  await listener.start()
  onTestFinished(async () => {
    await listener.stop()
    await jobs.stop()
    await database.close()
  })
  return { db: database.db, jobs }
}

test('a job exists once its transaction commits, and starts at once', async () => {
  const done: object[] = []
  const { db, jobs } = await jobsOf((all) => {
    all.work('mail', (payload) => Promise.resolve(void done.push(payload)))
  })
  await db
    .transaction()
    .execute(async (transaction) => {
      await jobs.send(transaction, 'mail', { id: 'never' })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  const ids = ['one', 'two', 'three', 'four', 'five']
  const began = performance.now()
  for (const id of ids) {
    await db.transaction().execute((transaction) => jobs.send(transaction, 'mail', { id }))
    await until(() => done.length > ids.indexOf(id))
  }
  // found by looking alone, every 2 s, each but the first would wait for the next look
  expect(performance.now() - began).toBeLessThan(2_000 * (ids.length - 1))
  expect(done).toEqual(ids.map((id) => ({ id })))
})

test('only one job with the same key waits at a time', async () => {
  const done: object[] = []
  const { db, jobs } = await jobsOf((all) => {
    all.work('sweep', (payload) => Promise.resolve(void done.push(payload)))
  })
  await db.transaction().execute(async (transaction) => {
    await jobs.send(transaction, 'sweep', { n: 1 }, 'all')
    await jobs.send(transaction, 'sweep', { n: 2 }, 'all')
    await jobs.send(transaction, 'sweep', { n: 3 }, 'other')
  })
  await until(() => done.length === 2)
  expect(done).toEqual(expect.arrayContaining([{ n: 1 }, { n: 3 }]))
})

test('a job that fails is retried', async () => {
  let tries = 0
  const { db, jobs } = await jobsOf((all) => {
    all.work('shaky', () => (++tries < 2 ? Promise.reject(new Error('not yet')) : Promise.resolve()))
  })
  await jobs.send(db, 'shaky', {})
  await until(() => tries === 2)
})

test('a schedule that an earlier release had is forgotten', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  await migrate(database.url, { then: [migrateJobs] })
  const startRelease = async (scheduled: readonly string[]) => {
    const jobs = createJobs({ url: database.url, log })
    for (const name of scheduled) {
      jobs.work(name, () => Promise.resolve())
      jobs.schedule(name, '23 * * * *')
    }
    await jobs.start()
    await jobs.stop()
    const { rows } = await sql<{ name: string }>`select name from pgboss.schedule order by 1`.execute(
      database.db,
    )
    return rows.map(({ name }) => name)
  }
  expect(await startRelease(['fold', 'sweep'])).toEqual(['fold', 'sweep'])
  expect(await startRelease(['sweep'])).toEqual(['sweep'])
})
