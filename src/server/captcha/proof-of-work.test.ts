import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import type { ProofNewReply } from '#shared/visitor-api.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { checkProof, createProof, PROOF_WORK, workFor } from './proof-of-work.ts'

const SECRET = Buffer.alloc(32, 7)
const QUICK = { rounds: 10, meanTries: 20 }
const database = useTestDatabase()

test('a valid proof is accepted once; a repeated, late, altered or empty one is rejected', async () => {
  const { clock, pass } = testClock()
  const challenge = await createProof(SECRET, clock(), QUICK)
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution === null) throw new Error('the challenge could not be solved')
  const check = (challengeSent: ProofNewReply, key = solution.derivedKey, secret: Uint8Array = SECRET) =>
    checkProof(
      database.db,
      secret,
      pack({ challenge: challengeSent, solution: { ...solution, derivedKey: key } }),
      clock(),
    )

  expect(await check(challenge, '00'.repeat(32))).toEqual({ kind: 'failed' })
  expect(await check(challenge, challenge.parameters.keyPrefix)).toEqual({ kind: 'failed' })
  const { data } = challenge.parameters
  const later = { ...data, expiresAt: data.expiresAt + 1 }
  expect(await check({ ...challenge, parameters: { ...challenge.parameters, data: later } })).toEqual({
    kind: 'failed',
  })
  expect(await check(challenge, solution.derivedKey, Buffer.alloc(32, 9))).toEqual({ kind: 'failed' })

  const outcomes = await Promise.all([check(challenge), check(challenge), check(challenge)])
  expect(outcomes.map((one) => one.kind).sort()).toEqual(['expired', 'expired', 'passed'])

  pass(300)
  expect(await check(challenge)).toEqual({ kind: 'expired' })
})

test('the solution is uniform from the first counter on, so that no counter to begin with saves work', async () => {
  const counters = await Promise.all(
    Array.from({ length: 600 }, async () => {
      const challenge = await createProof(SECRET, testClock().clock(), { rounds: 1, meanTries: 20 })
      expect(challenge.parameters.data.mostTries).toBe(40)
      return (await solveChallenge({ challenge, deriveKey }))?.counter ?? -1
    }),
  )
  expect(Math.min(...counters)).toBe(0)
  expect(Math.max(...counters)).toBe(39)
  const quarters = [0, 10, 20, 30].map(
    (from) => counters.filter((one) => one >= from && one < from + 10).length,
  )
  // 150 each; five standard deviations are 53
  for (const quarter of quarters) expect(Math.abs(quarter - 150)).toBeLessThan(54)
})

test('the mean work of a shop takes a second of CPU where SHA-256 is computed by the processor, and more elsewhere', async () => {
  const challenge = await createProof(SECRET, testClock().clock(), PROOF_WORK)
  expect(challenge.parameters.cost * (challenge.parameters.data.mostTries / 2)).toBeGreaterThanOrEqual(
    8_000_000,
  )
})

test.each([
  // unpaid  times
  [0, 1],
  [9, 1],
  [10, 2],
  [30, 4],
  [60, 8],
  [5_000, 8],
])('a client with %i unpaid orders does %i times the work', (unpaid, times) => {
  expect(workFor(PROOF_WORK, unpaid, (most) => most)).toEqual({ rounds: 20_000, meanTries: 400 * times })
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
