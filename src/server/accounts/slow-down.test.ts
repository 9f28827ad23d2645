import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { testClock } from '#test/test-clock.ts'
import { beginTry, forgetFailures, sweepAccounts } from './slow-down.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('after five wrong tries each further one waits twice as long, up to five minutes, and never for good', async () => {
  const { clock, pass } = testClock()
  const tryNow = () => beginTry(database.db, 'ada@example.com', '203.0.113.7', clock())
  for (let wrong = 0; wrong < 5; wrong++) expect(await tryNow()).toEqual({ kind: 'go' })
  const waits: number[] = []
  for (let wrong = 0; wrong < 12; wrong++) {
    const refused = await tryNow()
    if (refused.kind !== 'wait') throw new Error('expected to wait')
    waits.push(refused.retryAfterS)
    pass(refused.retryAfterS)
    expect(await tryNow()).toEqual({ kind: 'go' })
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
})

test('tries made at once do not outrun the waiting', async () => {
  const { clock } = testClock()
  const tries = await Promise.all(
    Array.from({ length: 40 }, () => beginTry(database.db, 'bob@example.com', '203.0.113.7', clock())),
  )
  expect(tries.filter(({ kind }) => kind === 'go')).toHaveLength(5)
})

test('another client, and a right password, begin anew; so does the next day', async () => {
  const { clock, pass } = testClock()
  const tryFrom = (client: string) => beginTry(database.db, 'Eve@example.com', client, clock())
  for (let wrong = 0; wrong < 5; wrong++) await tryFrom('203.0.113.7')
  expect((await tryFrom('203.0.113.7')).kind).toBe('wait')
  expect((await tryFrom('203.0.113.8')).kind).toBe('go')
  await forgetFailures(database.db, 'eve@EXAMPLE.com', '203.0.113.7')
  for (let wrong = 0; wrong < 5; wrong++) expect((await tryFrom('203.0.113.7')).kind).toBe('go')
  pass(24 * 3600 + 1)
  for (let wrong = 0; wrong < 5; wrong++) expect((await tryFrom('203.0.113.7')).kind).toBe('go')
  pass(24 * 3600 + 1)
  await sweepAccounts(database.db, clock())
  expect(await database.db.selectFrom('sign_in_failures').select('failures').execute()).toEqual([])
})
