import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { languageFromBrowser, LANGUAGES } from '#shared/languages.ts'
import { appWith } from '#test/app-with.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { supportRoutes } from './routes.ts'

const database = useTestDatabase({ isFreshPerTest: true })
let app: App
beforeEach(async () => {
  app = await open('off')
})
afterEach(() => app.close())

const GOOD = { name: 'Mira', email: 'mira@example.com', message: 'Where is my key?\r\nThank you.' }

test('a message to the studio is queued with the sender as Reply-To, and the sender gets a confirmation', async () => {
  const reply = await send({ ...GOOD, name: '  Mira ' })
  expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
  expect(await mails()).toMatchObject([
    {
      template: 'support',
      recipient: 'support@studio.example',
      reply_to: 'mira@example.com',
      facts: { name: 'Mira', email: 'mira@example.com', message: GOOD.message },
      sent_at: null,
    },
    { template: 'support-copy', recipient: 'mira@example.com', reply_to: null, language: 'de', facts: {} },
  ])
})

test.each([
  [{ name: 'M' }, 'Name must be at least 2 characters', 'BAD_REQUEST'],
  [{ name: ' M ' }, 'Name must be at least 2 characters', 'BAD_REQUEST'],
  [{ email: 'mira' }, 'Invalid email address', 'EMAIL_INVALID'],
  [{ email: 'mira@example.com, eve@example.com' }, 'Invalid email address', 'EMAIL_INVALID'],
  [{ email: `${'m'.repeat(250)}@example.com` }, 'Invalid email address', 'EMAIL_INVALID'],
  [{ message: 'Too short' }, 'Message must be at least 10 characters', 'BAD_REQUEST'],
])('%j is refused in the words of the form', async (wrong, error, code) => {
  const reply = await send({ ...GOOD, ...wrong })
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    { success: false, requestId: expect.any(String) as string, error, code },
  ])
  expect(await mails()).toEqual([])
})

test.each([
  { name: 'Mira\r\nBcc: eve@example.com' },
  { name: 'Mira\0' },
  { name: '=?utf-8?q?=0d=0aBcc:_eve=40example.com?=' },
  { name: 'x'.repeat(101) },
  { message: 'x'.repeat(5001) },
  { message: 'A lone \ud800 surrogate' },
  { to: 'eve@example.com' },
])('%j is refused and nothing is written', async (wrong) => {
  const reply = await send({ ...GOOD, ...wrong })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ success: false, code: 'BAD_REQUEST' })
  expect(await mails()).toEqual([])
})

test('the eleventh message of an hour is rejected', async () => {
  await app.close()
  app = await open(1)
  for (let message = 0; message < 10; message++) expect((await send(GOOD)).statusCode).toBe(200)
  const reply = await send(GOOD)
  expect(reply.statusCode).toBe(429)
  expect(reply.headers['retry-after']).toBe('3600')
  expect(reply.json()).toMatchObject({ success: false, code: 'RATE_LIMITED' })
  // and one confirmation to the sender, whose address might be another person's
  expect(await mails()).toHaveLength(11)
})

test('whatever is sent, either the message is queued or the call is rejected and writes nothing', async () => {
  const field = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.emailAddress(), fc.anything())
  const body = fc.oneof(
    fc.record({ name: field, email: field, message: field }, { requiredKeys: [] }),
    fc.record({
      name: fc.string({ minLength: 2 }),
      email: fc.emailAddress(),
      message: fc.string({ minLength: 10 }),
    }),
    fc.anything(),
  )
  await fc.assert(
    fc.asyncProperty(body, async (payload) => {
      const before = (await mails()).length
      const reply = await send(payload)
      const written = (await mails()).length - before
      // the confirmation is sent only once an hour
      if (reply.statusCode === 200) expect([1, 2]).toContain(written)
      else {
        expect(reply.statusCode).toBe(400)
        expect(reply.json()).toMatchObject({
          success: false,
          code: expect.stringMatching(/^[A-Z_]+$/) as string,
        })
        expect(written).toBe(0)
      }
    }),
    { numRuns: 150 },
  )
})

function send(payload: unknown) {
  return app.inject({
    method: 'POST',
    url: '/functions/send-support-email',
    headers: { 'content-type': 'application/json', 'content-language': 'de' },
    payload: toJson(payload),
  })
}

/** Serializes a value, also one that JSON cannot represent. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify([value], (_key, item: unknown) =>
      typeof item === 'bigint' ? String(item) : item,
    ).slice(1, -1)
  } catch {
    return '{'
  }
}

function mails() {
  return database.db.selectFrom('mails').selectAll().execute()
}

function open(factor: number | 'off'): Promise<App> {
  return appWith((routes) => {
    const { clock } = testClock()
    supportRoutes(routes, {
      db: database.db,
      clock,
      limits: createLimits(database.db, clock, { factor }),
      supportEmail: 'support@studio.example',
      languageOf: (headers) => languageFromBrowser(headers['content-language'] ?? '', LANGUAGES),
    })
  })
}
