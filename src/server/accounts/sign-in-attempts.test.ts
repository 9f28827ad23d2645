import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { beginAttempt, forgetFailures, sweepAccounts } from './sign-in-attempts.ts'

const database = useTestDatabase()

function attemptOf(account: string, client = '203.0.113.7', isKnownDevice = false) {
  return { account, client, isKnownDevice }
}

test('after five failures each further one doubles the delay, up to five minutes', async () => {
  const { clock, pass } = testClock()
  const tryNow = () => beginAttempt(database.db, attemptOf('ada@example.com'), clock())
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
    Array.from({ length: 40 }, () => beginAttempt(database.db, attemptOf('bob@example.com'), clock())),
  )
  expect(tries.filter(({ kind }) => kind === 'allowed')).toHaveLength(5)
})

test('an attempt that began earlier and is counted later waits for nothing while mistakes are free', async () => {
  const { clock, pass } = testClock()
  const earlier = clock()
  pass(1)
  expect(await beginAttempt(database.db, attemptOf('pair@example.com'), clock())).toEqual({ kind: 'allowed' })
  expect(await beginAttempt(database.db, attemptOf('pair@example.com'), earlier)).toEqual({ kind: 'allowed' })
})

test('another client, a correct password and the next day start from zero', async () => {
  const { clock, pass } = testClock()
  const tryFrom = (client: string) => beginAttempt(database.db, attemptOf('Eve@example.com', client), clock())
  for (let wrong = 0; wrong < 5; wrong++) await tryFrom('203.0.113.7')
  expect((await tryFrom('203.0.113.7')).kind).toBe('wait')
  expect((await tryFrom('203.0.113.8')).kind).toBe('allowed')
  await forgetFailures(database.db, attemptOf('eve@EXAMPLE.com'))
  for (let wrong = 0; wrong < 5; wrong++) expect((await tryFrom('203.0.113.7')).kind).toBe('allowed')
  pass(24 * 3600 + 1)
  for (let wrong = 0; wrong < 5; wrong++) expect((await tryFrom('203.0.113.7')).kind).toBe('allowed')
  pass(24 * 3600 + 1)
  await sweepAccounts(database.db, clock())
  expect(await database.db.selectFrom('sign_in_failures').select('failures').execute()).toEqual([])
})

test('a hundred addresses together are delayed like one, and a browser that signed in before is not', async () => {
  const { clock, pass } = testClock()
  const from = (host: number, isKnown = false) =>
    beginAttempt(database.db, attemptOf('joy@example.com', `203.0.113.${String(host)}`, isKnown), clock())
  for (let host = 0; host < 20; host++) expect((await from(host)).kind).toBe('allowed')
  expect(await from(20)).toEqual({ kind: 'wait', retryAfterS: 1 })
  let allowed = 0
  for (let host = 22; host < 122; host++) {
    if ((await from(host)).kind === 'allowed') allowed += 1
    pass(10)
  }
  // in 1,000 seconds; the delay reaches a minute
  expect(allowed).toBeLessThan(25)
  expect(await from(200, true)).toEqual({ kind: 'allowed' })
})

test('the networks of one IPv6 customer are delayed together, two customers are not', async () => {
  const { clock } = testClock()
  const from = (network: string) =>
    beginAttempt(database.db, attemptOf('kim@example.com', network, true), clock())
  for (let one = 0; one < 10; one++)
    expect((await from(`2001:db8:1:${String(one)}::/64`)).kind).toBe('allowed')
  expect((await from('2001:db8:1:99::/64')).kind).toBe('wait')
  expect((await from('2001:db8:2:99::/64')).kind).toBe('allowed')
})

test('what a longer delay refuses is not counted by a shorter one', async () => {
  const { clock } = testClock()
  const tryFrom = (client: string) => beginAttempt(database.db, attemptOf('lee@example.com', client), clock())
  for (let host = 0; host < 30; host++) await tryFrom(`203.0.113.${String(host)}`)
  for (let again = 0; again < 9; again++) expect((await tryFrom('198.51.100.1')).kind).toBe('wait')
  const { rows } = await sql<{
    failures: number
  }>`select failures from sign_in_failures where tried_at = ${clock()}`.execute(database.db)
  expect(Math.max(...rows.map(({ failures }) => failures))).toBe(20)
})
