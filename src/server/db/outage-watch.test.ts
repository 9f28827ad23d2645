import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '#test/database.ts'
import { openSwitch } from '#test/failover/network-switch.ts'
import { until } from '#test/until.ts'
import { openDatabase, type Database } from './database.ts'
import { isOutage } from './is-unavailable.ts'
import { createOutageWatch } from './outage-watch.ts'

test('a full disk is over once the database can be written again', async () => {
  let isFull = true
  const watch = createOutageWatch(() => (isFull ? Promise.reject(new Error('full')) : Promise.resolve()), 1)
  onTestFinished(() => watch.stop())
  watch.noteFailure(Object.assign(new Error('the database is shut down'), { code: '57P01' }))
  expect(watch.isDiskFull()).toBe(false)
  watch.noteFailure(Object.assign(new Error('could not extend file'), { code: '53100' }))
  expect(watch.isDiskFull()).toBe(true)
  isFull = false
  await until(() => !watch.isDiskFull())
})

test('the end of an outage is told once, and a statement that is wrong is none', async () => {
  const made = await createEmptyDatabase()
  const network = await openSwitch(Number(new URL(made.url).port))
  const url = new URL(made.url)
  url.port = String(network.port)
  let tries = 0
  const database: Database = openDatabase(url.href, {
    max: 2,
    onError: (error) => {
      if (isOutage(error)) watch.noteFailure(error)
    },
  })
  const watch = createOutageWatch(() => {
    tries += 1
    return sql`select`.execute(database.db)
  }, 1)
  onTestFinished(async () => {
    watch.stop()
    await database.close()
    await network.close()
    await made.close()
  })
  let ends = 0
  watch.onEnd(() => (ends += 1))
  await sql`select wrong`.execute(database.db).catch(() => undefined)
  network.refuse()
  network.reset()
  await until(() => database.pool.totalCount === 0)
  expect(tries).toBe(0)
  for (let at = 0; at < 3; at += 1) await sql`select`.execute(database.db).catch(() => undefined)
  await until(() => tries > 2)
  expect(ends).toBe(0)
  network.pass()
  await until(() => ends === 1)
  await sql`select`.execute(database.db)
  expect(ends).toBe(1)
})
