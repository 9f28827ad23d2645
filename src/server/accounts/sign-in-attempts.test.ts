import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { testClock } from '#test/test-clock.ts'
import { beginAttempt, forgetFailures, sweepAccounts } from './sign-in-attempts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('after five failures each further one doubles the delay, up to five minutes', async () => {
  const { clock, pass } = testClock()
  const tryNow = () => beginAttempt(database.db, 'ada@example.com', '203.0.113.7', clock())
  for (let wrong = 0; wrong < 5; wrong++) expect(await tryNow()).toEqual({ kind: 'allowed' })
  const waits: number[] = []
  for (let wrong = 0; wrong < 12; wrong++) {
    const refused = await tryNow()
    if (refused.kind !== 'wait') throw new Error('expected to wait')
    waits.push(refused.retryAfterS)
    pass(refused.retryAfterS)
    expect(await tryNow()).toEqual({ kind: 'allowed' })
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
})

test('concurrent attempts do not avoid the delay', async () => {
  const { clock } = testClock()
  const tries = await Promise.all(
    Array.from({ length: 40 }, () => beginAttempt(database.db, 'bob@example.com', '203.0.113.7', clock())),
  )
  expect(tries.filter(({ kind }) => kind === 'allowed')).toHaveLength(5)
})

test('another client, a correct password and the next day start from zero', async () => {
  const { clock, pass } = testClock()
  const tryFrom = (client: string) => beginAttempt(database.db, 'Eve@example.com', client, clock())
  for (let wrong = 0; wrong < 5; wrong++) await tryFrom('203.0.113.7')
  expect((await tryFrom('203.0.113.7')).kind).toBe('wait')
  expect((await tryFrom('203.0.113.8')).kind).toBe('allowed')
  await forgetFailures(database.db, 'eve@EXAMPLE.com', '203.0.113.7')
  for (let wrong = 0; wrong < 5; wrong++) expect((await tryFrom('203.0.113.7')).kind).toBe('allowed')
  pass(24 * 3600 + 1)
  for (let wrong = 0; wrong < 5; wrong++) expect((await tryFrom('203.0.113.7')).kind).toBe('allowed')
  pass(24 * 3600 + 1)
  await sweepAccounts(database.db, clock())
  expect(await database.db.selectFrom('sign_in_failures').select('failures').execute()).toEqual([])
})
