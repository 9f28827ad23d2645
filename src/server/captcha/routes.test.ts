import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { ProofNewReply } from '#shared/visitor-api.ts'
import { appWith } from '#test/app-with.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { takeAllRoom } from '#test/take-all-room.ts'
import { testClock } from '#test/test-clock.ts'
import { readPassCookie } from './pass-cookie.ts'
import { hasPass } from './passes.ts'
import { captchaRoutes } from './routes.ts'

const { clock } = testClock()
const FAILED = 'Captcha verification failed. Please try again.'
const database = useTestDatabase({ isFreshPerTest: true })
let app: App
beforeEach(async () => {
  app = await open({})
})
afterEach(() => app.close())

test('solving the picture sets an http-only cookie, valid for one payment within 15 minutes', async () => {
  const { id, image, expiresAt } = await newPicture()
  expect(image).toMatch(/^data:image\/png;base64,/)
  expect(expiresAt).toBe('2026-11-20T12:05:00.000Z')
  const reply = await check({ id, code: 'ab12cd' })
  expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
  const cookie = String(reply.headers['set-cookie'])
  expect(cookie).toMatch(/^keyhold_captcha=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/)
  const token = readPassCookie({ headers: { cookie: `language=ar; ${cookie.split(';')[0] ?? ''}` } }, false)
  expect(await hasPass(database.db, token, clock())).toBe(true)
})

test('the checkout in a frame gets its pass in a header, without a cookie, and sends it in one', async () => {
  const { id } = await newPicture()
  const headers = { 'content-type': 'application/json', 'keyhold-framed': '1' }
  const payload = JSON.stringify({ id, code: 'AB12CD' })
  const reply = await app.inject({ method: 'POST', url: '/functions/captcha/check', headers, payload })
  expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([200, undefined])
  const sent = { 'keyhold-captcha-pass': String(reply.headers['keyhold-captcha-pass']) }
  expect(await hasPass(database.db, readPassCookie({ headers: sent }, true), clock())).toBe(true)
  expect(readPassCookie({ headers: { 'keyhold-captcha-pass': 'x' } }, true)).toBeNull()
})

test('on https the cookie is of this host only, and one that another host of the domain could set is not read', async () => {
  await app.close()
  app = await open({ isSecure: true })
  const { id } = await newPicture()
  const cookie = String((await check({ id, code: 'AB12CD' })).headers['set-cookie'])
  expect(cookie).toMatch(
    /^__Host-keyhold_captcha=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/,
  )
  const sent = cookie.split(';')[0] ?? ''
  expect(readPassCookie({ headers: { cookie: sent } }, true)).not.toBeNull()
  expect(readPassCookie({ headers: { cookie: sent.replace('__Host-', '') } }, true)).toBeNull()
})

test('a wrong, a late and an unknown answer are rejected with the specified text and without a cookie', async () => {
  const { id } = await newPicture()
  const wrong = await check({ id, code: 'XXXXXX' })
  expect([wrong.statusCode, wrong.json()]).toEqual([
    400,
    { success: false, requestId: expect.any(String) as string, error: FAILED, code: 'CAPTCHA_FAILED' },
  ])
  expect(wrong.headers['set-cookie']).toBeUndefined()
  const unknown = await check({ id: '00000000-0000-4000-8000-000000000000', code: 'AB12CD' })
  expect([unknown.statusCode, unknown.json()]).toEqual([
    400,
    { success: false, requestId: expect.any(String) as string, error: FAILED, code: 'CAPTCHA_EXPIRED' },
  ])
})

test('proof of work instead of the picture gives the same cookie, once', async () => {
  const challenge = ProofNewReply.parse((await post('/functions/captcha/proof', {})).json())
  const solution = await solveChallenge({ challenge, deriveKey })
  const payload = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const reply = await post('/functions/captcha/proof/check', { payload })
  expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
  expect(reply.headers['set-cookie']).toContain('keyhold_captcha=')
  const again = await post('/functions/captcha/proof/check', { payload })
  expect([again.statusCode, again.json()]).toMatchObject([400, { code: 'CAPTCHA_EXPIRED' }])
})

test('a client with unpaid orders gets a challenge that takes more work', async () => {
  await app.close()
  app = await open({ factor: 1 })
  const mostTries = async (remoteAddress: string) => {
    const reply = await app.inject({ method: 'POST', url: '/functions/captcha/proof', remoteAddress })
    return ProofNewReply.parse(reply.json()).parameters.data.mostTries
  }
  expect([await mostTries('203.0.113.8'), await mostTries('203.0.113.7')]).toEqual([40, 160])
})

test('the 121st picture of a minute is rejected with a time to wait', async () => {
  await app.close()
  app = await open({ factor: 0.05 })
  for (let picture = 0; picture < 6; picture++) await newPicture()
  const reply = await post('/functions/captcha', {})
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '60'])
  expect(reply.json()).toMatchObject({ success: false, code: 'RATE_LIMITED' })
})

test('a shop with too many buyers at once draws no picture, and says when to come back', async () => {
  await app.close()
  const limits = createLimits(database.db, clock, { factor: 1000 })
  app = await open({ limits })
  const leave = takeAllRoom(limits)
  for (const url of ['/functions/captcha', '/functions/captcha/proof']) {
    const reply = await post(url, {})
    expect([reply.statusCode, reply.json()]).toMatchObject([503, { success: false, code: 'BUSY' }])
    expect(reply.headers['retry-after']).toMatch(/^[12]$/)
  }
  await leave()
  await newPicture()
})

test('a malformed cookie is not a pass', () => {
  for (const cookie of [
    undefined,
    '',
    'keyhold_captcha=',
    'keyhold_captcha=x',
    `xkeyhold_captcha=${'a'.repeat(43)}`,
  ]) {
    expect(readPassCookie({ headers: { cookie } }, false)).toBeNull()
  }
})

test('any invalid answer is rejected with an error code and gives no pass', async () => {
  const { id } = await newPicture()
  const field = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.base64String({ maxLength: 60 }),
    fc.jsonValue(),
  )
  const body = fc.oneof(
    fc.record({ id: fc.oneof(fc.constant(id), fc.uuid(), field), code: field }, { requiredKeys: [] }),
    fc.record({ payload: field }),
    fc.jsonValue(),
  )
  const path = fc.constantFrom('/functions/captcha/check', '/functions/captcha/proof/check')
  await fc.assert(
    fc.asyncProperty(path, body, async (url, payload) => {
      const reply = await post(url, payload)
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({
        success: false,
        code: expect.stringMatching(/^[A-Z_]+$/) as string,
      })
    }),
    { numRuns: 200 },
  )
  expect(await database.db.selectFrom('captcha_passes').selectAll().execute()).toEqual([])
})

function open({
  isSecure = false,
  factor = 'off' as number | 'off',
  limits = createLimits(database.db, clock, { factor }),
}): Promise<App> {
  return appWith((routes) => {
    const secret = Buffer.alloc(32, 7)
    captchaRoutes(routes, {
      db: database.db,
      clock,
      limits,
      secret,
      pinnedCode: 'AB12CD',
      isSecure,
      proofWork: { rounds: 10, meanTries: 20 },
      unpaidOrdersOf: (client) => Promise.resolve(client === '203.0.113.7' ? 30 : 0),
    })
  })
}

async function newPicture() {
  const reply = await post('/functions/captcha', {})
  expect(reply.statusCode).toBe(200)
  return reply.json<{ id: string; image: string; expiresAt: string }>()
}

function check(answer: { id: string; code: string }) {
  return post('/functions/captcha/check', answer)
}

function post(url: string, payload: unknown) {
  return app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
}
