import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProofNewReply } from '#shared/visitor-api.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { testClock } from '#test/test-clock.ts'
import { checkProof, createProof } from './proof-of-work.ts'

const SECRET = Buffer.alloc(32, 7)
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a valid proof is accepted once; a repeated, late, altered or empty one is rejected', async () => {
  const { clock, pass } = testClock()
  const challenge = await createProof(SECRET, clock())
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution === null) throw new Error('the challenge could not be solved')
  expect(solution.counter).toBeGreaterThanOrEqual(150)
  const check = (challengeSent: ProofNewReply, key = solution.derivedKey, secret: Uint8Array = SECRET) =>
    checkProof(
      database.db,
      secret,
      pack({ challenge: challengeSent, solution: { ...solution, derivedKey: key } }),
      clock(),
    )

  expect(await check(challenge, '00'.repeat(32))).toEqual({ kind: 'failed' })
  expect(await check(challenge, challenge.parameters.keyPrefix)).toEqual({ kind: 'failed' })
  const later = { expiresAt: challenge.parameters.data.expiresAt + 1 }
  expect(await check({ ...challenge, parameters: { ...challenge.parameters, data: later } })).toEqual({
    kind: 'failed',
  })
  expect(await check(challenge, solution.derivedKey, Buffer.alloc(32, 9))).toEqual({ kind: 'failed' })

  const outcomes = await Promise.all([check(challenge), check(challenge), check(challenge)])
  expect(outcomes.map((one) => one.kind).sort()).toEqual(['expired', 'expired', 'passed'])

  pass(300)
  expect(await check(challenge)).toEqual({ kind: 'expired' })
})

test.each([
  '',
  '!!',
  'bnVsbA==',
  pack({}),
  pack({ challenge: null }),
  pack([]),
  pack('x'),
  'eyJjaGFsbGVuZ2Ui',
])('the payload %j is a failed answer', async (payload) => {
  expect(await checkProof(database.db, SECRET, payload, testClock().clock())).toEqual({ kind: 'failed' })
})

function pack(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}
