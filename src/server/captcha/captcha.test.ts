import type { Db } from '#server/db/database.ts'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { testClock } from '#test/test-clock.ts'
import { answerOf, newChallengeId, timeOfChallenge } from './captcha-answer.ts'
import { checkCaptcha, type ChallengeOutcome } from './check-captcha.ts'
import { createCaptcha, sweepCaptchas } from './create-captcha.ts'
import { hasPass, issuePass, passSpending } from './passes.ts'

const SECRET = Buffer.alloc(32, 7)
const database = useTestDatabase()

const check = () => ({ db: database.db, secret: SECRET, pinnedCode: 'AB12CD' })

test('a challenge has its time in its id, and its answer has six characters of A–Z and 0–9', () => {
  const now = new Date('2026-02-03T04:05:06.789Z')
  const answers = Array.from({ length: 200 }, () => {
    const id = newChallengeId(now)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(timeOfChallenge(id)).toEqual(now)
    return answerOf(SECRET, id)
  })
  for (const answer of answers) expect(answer).toMatch(/^[A-Z0-9]{6}$/)
  expect(new Set(answers).size).toBe(200)
})

test('the answer that follows from the id is the right one, with the secret of the installation alone', async () => {
  const { clock } = testClock()
  const { id } = createCaptcha(SECRET, null, clock())
  const [db, pinnedCode] = [database.db, null]
  const secret = Buffer.alloc(32, 8)
  const answer = { id, code: answerOf(SECRET, id) }
  expect(await checkCaptcha({ db, secret, pinnedCode }, answer, clock())).toEqual({ kind: 'failed' })
  expect(await checkCaptcha({ db, secret: SECRET, pinnedCode }, answer, clock())).toMatchObject({
    kind: 'passed',
  })
})

test.each([
  ['made in an hour', newChallengeId(new Date(Date.now() + 3600_000))],
  ['of another version', '6f8b1e54-3f0c-4a52-9d0e-4a1c2b3d4e5f'],
])('an id %s is no challenge', async (_which, id) => {
  const outcome = await checkCaptcha(check(), { id, code: 'AB12CD' }, testClock().clock())
  expect(outcome).toEqual({ kind: 'expired' })
})

test('the right answer is accepted once, in any case and with spaces, and gives one pass', async () => {
  const { clock } = testClock()
  const { id, image } = createCaptcha(SECRET, 'AB12CD', clock())
  expect(image).toMatch(/^data:image\/png;base64,iVBOR/)
  const outcome = await checkCaptcha(check(), { id, code: 'ab1 2cD' }, clock())
  expect(outcome.kind).toBe('passed')
  expect(await hasPass(database.db, tokenOf(outcome), clock())).toBe(true)
  expect(await checkCaptcha(check(), { id, code: 'AB12CD' }, clock())).toEqual({ kind: 'expired' })
})

test('of many concurrent right answers one is accepted', async () => {
  const { clock } = testClock()
  const { id } = createCaptcha(SECRET, 'AB12CD', clock())
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => checkCaptcha(check(), { id, code: 'AB12CD' }, clock())),
  )
  expect(outcomes.filter((one) => one.kind === 'passed')).toHaveLength(1)
})

test('after three wrong answers the right one is rejected', async () => {
  const { clock } = testClock()
  const { id } = createCaptcha(SECRET, 'AB12CD', clock())
  for (const code of ['AB12CX', 'short', '      AB12C']) {
    expect(await checkCaptcha(check(), { id, code }, clock())).toEqual({ kind: 'failed' })
  }
  expect(await checkCaptcha(check(), { id, code: 'AB12CD' }, clock())).toEqual({ kind: 'expired' })
})

test('a picture is valid for 5 minutes', async () => {
  const { clock, pass } = testClock()
  const { id, expiresAt } = createCaptcha(SECRET, 'AB12CD', clock())
  expect(expiresAt.getTime() - clock().getTime()).toBe(300_000)
  pass(300)
  expect(await checkCaptcha(check(), { id, code: 'AB12CD' }, clock())).toEqual({ kind: 'expired' })
})

test('a pass is spent by one of many concurrent payments, and returned if the payment is rolled back', async () => {
  const { clock } = testClock()
  const token = await issuePass(database.db, clock())
  await expect(
    database.db.transaction().execute(async (tx) => {
      expect(await spends(tx, token, await insertPayment(tx), clock())).toBe(true)
      throw new Error('refused after all')
    }),
  ).rejects.toThrow('refused after all')
  expect(await hasPass(database.db, token, clock())).toBe(true)
  const spent = await Promise.all(
    Array.from({ length: 9 }, () =>
      database.db.transaction().execute(async (tx) => spends(tx, token, await insertPayment(tx), clock())),
    ),
  )
  expect(spent.filter(Boolean)).toHaveLength(1)
  expect(await hasPass(database.db, token, clock())).toBe(false)
})

test('a pass is valid for 15 minutes, and fresh for one', async () => {
  const { clock, pass } = testClock()
  const token = await issuePass(database.db, clock())
  const payment = await insertPayment(database.db)
  pass(61)
  expect(await spends(database.db, token, payment, clock(), { isFresh: true })).toBe(false)
  pass(900 - 61)
  expect(await hasPass(database.db, token, clock())).toBe(false)
  expect(await spends(database.db, token, payment, clock())).toBe(false)
  expect(await spends(database.db, 'A'.repeat(43), payment, clock())).toBe(false)
})

test('expired rows are swept', async () => {
  const { clock, pass } = testClock()
  const { id } = createCaptcha(SECRET, null, clock())
  await checkCaptcha(check(), { id, code: 'wrong' }, clock())
  await issuePass(database.db, clock())
  pass(901)
  await sweepCaptchas(database.db, clock())
  for (const table of ['captchas', 'captcha_passes', 'used_proofs'] as const) {
    const { count } = await database.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(0n)
  }
})

async function spends(db: Db, token: string, payment: string, now: Date, options = {}): Promise<boolean> {
  return (await passSpending(db, token, payment, now, options).execute()).length === 1
}

function tokenOf(outcome: ChallengeOutcome): string {
  if (outcome.kind !== 'passed') throw new Error(`expected a pass, got ${outcome.kind}`)
  return outcome.token
}
