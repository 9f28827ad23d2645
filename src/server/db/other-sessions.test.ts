import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '#test/until.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { isUsedByOthers } from './other-sessions.ts'
import { openSession } from './session.ts'

/** The tests' own pool. */
const OWN = ['keyhold']
const database = useTestDatabase()
let client: pg.Client
let pid: number
beforeEach(async () => {
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
})
afterEach(() => client.end())

test('a database is used while another session of the shop is open, but for those that do not count', async () => {
  expect(await isUsedByOthers(client, OWN)).toBe(false)
  const session = await openSession(database.url, 'leader chains')
  try {
    expect(await isUsedByOthers(client, OWN)).toBe(true)
    expect(await isUsedByOthers(client, [...OWN, 'keyhold leader chains'])).toBe(false)
  } finally {
    await session.close()
  }
})

test('a session that is just ending does not count', async () => {
  const session = await openSession(database.url, 'leader chains')
  const isUsed = isUsedByOthers(client, OWN)
  await until(hasLooked, { what: 'a first look at the sessions' })
  await session.close()
  expect(await isUsed).toBe(false)
})

/** Whether the client has read who else is connected. */
async function hasLooked(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where pid = ${pid} and state = 'idle' and query like '%from pg_stat_activity%'`.execute(database.db)
  return rows.length > 0
}
