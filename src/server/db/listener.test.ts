import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { createTestDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'
import type { Db } from './database.ts'
import { createListener } from './listener.ts'

const log = createLog({ level: 'silent' })

const announce = (db: Db, topic: string) => sql`select pg_notify('keyhold', ${topic})`.execute(db)

async function listening() {
  const database = await createTestDatabase()
  const listener = createListener({ url: database.url, log })
  const heard: string[] = []
  listener.subscribe({ announced: (topic) => heard.push(topic), rereadAll: () => heard.push('reread') })
  await listener.start()
  onTestFinished(async () => {
    await listener.stop()
    await database.close()
  })
  return { db: database.db, listener, heard }
}

test('an announcement is received when its transaction commits, and only then', async () => {
  const { db, heard } = await listening()
  await db.transaction().execute((transaction) => announce(transaction, 'counters'))
  await db
    .transaction()
    .execute(async (transaction) => {
      await announce(transaction, 'never')
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await announce(db, 'last')
  await until(() => heard.includes('last'))
  expect(heard).toEqual(['counters', 'last'])
})

test('after a broken connection every subscriber rereads and receives announcements again', async () => {
  const { db, listener, heard } = await listening()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'keyhold listener' and datname = current_database()`.execute(db)
  await until(() => heard.includes('reread'))
  expect(listener.isListening()).toBe(true)
  await announce(db, 'rails')
  await until(() => heard.includes('rails'))
})

test('a subscriber that unsubscribed receives nothing more', async () => {
  const { db, listener, heard } = await listening()
  const others: string[] = []
  const unsubscribe = listener.subscribe({
    announced: (topic) => others.push(topic),
    rereadAll: () => undefined,
  })
  unsubscribe()
  await announce(db, 'mails')
  await until(() => heard.includes('mails'))
  expect(others).toEqual([])
})
