import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { CreatePaymentRequest, Done, EmptyRequest, Failure } from '#shared/api.ts'
import { createLog } from '#server/runtime/log.ts'
import { appWith } from '#test/app-with.ts'
import { CallError, type App } from './app.ts'

let app: App
let lines: string[]

beforeEach(async () => {
  lines = []
  const done = { success: true } as const
  app = await appWith(
    (routes) => {
      const pay = { body: CreatePaymentRequest, response: { 200: Done, '4xx': Failure } }
      routes.post('/pay', { schema: pay }, () => done)
      routes.post('/empty', { schema: { body: EmptyRequest, response: { 200: Done } } }, () => done)
      routes.get('/data/payments/:id', { schema: { params: z.object({ id: z.string() }) } }, () => done)
      routes.get('/files/*', () => 'file')
      for (const [path, error] of Object.entries(FAILURES))
        routes.get(path, () => {
          throw error
        })
    },
    {
      log: createLog({ level: 'debug', write: (line) => lines.push(line) }),
      isSecure: true,
      health: () => Promise.resolve({ ready: true, parts: { database: { ok: true } } }),
    },
  )
})

afterEach(() => app.close())

const FAILURES = {
  '/limited': new CallError(429, 'RATE_LIMITED', 'Too many at once.', { retryAfterS: 7 }),
  '/broken': new Error('nobody may read this'),
  '/row': Object.assign(new Error('duplicate key: buyer@example.org'), {
    severity: 'ERROR',
    code: '23505',
    table: 't',
  }),
  '/away': Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
}
const GOOD = {
  userEmail: 'buyer@example.org',
  steamId: '',
  walletAddress: 'x',
  edition: 'standard',
  cryptoType: 'bitcoin',
  cryptoNetwork: 'bitcoin',
  totalPrice: 63.99,
  quantity: 1,
}
const JSON_TYPE = { 'content-type': 'application/json' }

describe('a body that cannot be taken is refused with a code', () => {
  test.each<[string, string, Record<string, string>, number, string]>([
    ['no JSON', '{', JSON_TYPE, 400, 'BAD_JSON'],
    ['a poisoned prototype', '{"__proto__":{"a":1}}', JSON_TYPE, 400, 'BAD_JSON'],
    ['nothing', '', JSON_TYPE, 400, 'BAD_REQUEST'],
    ['a list', '[]', JSON_TYPE, 400, 'BAD_REQUEST'],
    ['an unknown field', JSON.stringify({ ...GOOD, extra: 1 }), JSON_TYPE, 400, 'BAD_REQUEST'],
    ['a bad e-mail', JSON.stringify({ ...GOOD, userEmail: 'buyer' }), JSON_TYPE, 400, 'EMAIL_INVALID'],
    ['no address', JSON.stringify({ ...GOOD, walletAddress: ' ' }), JSON_TYPE, 400, 'ADDRESS_INVALID'],
    ['101 copies', JSON.stringify({ ...GOOD, quantity: 101 }), JSON_TYPE, 400, 'BAD_REQUEST'],
    ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a body above 64 kB', JSON.stringify({ a: 'x'.repeat(65_536) }), JSON_TYPE, 413, 'TOO_LARGE'],
  ])('%s', async (_what, payload, headers, status, code) => {
    const answer = await app.inject({ method: 'POST', url: '/pay', payload, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({
      success: false,
      requestId: expect.any(String) as string,
      error: expect.any(String),
      code,
    })
    expect(answer.headers['content-type']).toContain('application/json')
  })

  test('the field at fault is named', async () => {
    const answer = await app.inject({ method: 'POST', url: '/pay', payload: { ...GOOD, quantity: 0 } })
    expect(answer.json<Failure>().error).toMatch(/^quantity: /)
  })

  test('a good body passes', async () => {
    expect((await app.inject({ method: 'POST', url: '/pay', payload: GOOD })).statusCode).toBe(200)
  })
})

test('a call without a payload takes no body, an empty one or {}', async () => {
  const answers = await Promise.all([
    app.inject({ method: 'POST', url: '/empty' }),
    app.inject({ method: 'POST', url: '/empty', payload: '', headers: JSON_TYPE }),
    app.inject({ method: 'POST', url: '/empty', payload: '{}', headers: JSON_TYPE }),
  ])
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
})

test('a refusal carries its own status, code and pause', async () => {
  const answer = await app.inject('/limited')
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe('7')
  expect(answer.json()).toEqual({
    success: false,
    requestId: expect.any(String) as string,
    error: 'Too many at once.',
    code: 'RATE_LIMITED',
  })
})

test('a fault of ours says nothing of the inside, and is logged', async () => {
  const answer = await app.inject('/broken')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('nobody may read this')
  expect(lines.join()).toContain('nobody may read this')
})

test('values of rows reach neither the answer nor the log', async () => {
  const answer = await app.inject('/row')
  expect(answer.statusCode).toBe(500)
  expect(answer.body + lines.join()).not.toContain('buyer@example.org')
  expect(lines.join()).toContain('23505')
})

test('a database that is away is a 503 to come back from', async () => {
  const answer = await app.inject('/away')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
  expect(answer.headers['retry-after']).toBeDefined()
})

describe('paths', () => {
  test.each([
    '/nothing',
    '/functions/nothing',
    '/data/payments/1/2',
    '/%ff',
    '/..%2f',
    '//',
    '//[',
    '/nothing?a=//',
  ])('%s is the 404 page, whatever Accept says', async (url) => {
    const answer = await app.inject({ url, headers: { accept: 'application/json' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('Oops! Page not found')
  })

  test.each([
    ['GET', '/pay', 'POST'],
    ['DELETE', '/data/payments/1', 'GET, HEAD'],
    ['PUT', '/files/a/b', 'GET, HEAD'],
    ['OPTIONS', '/pay', 'POST'],
  ] as const)('%s %s is a 405 that says %s', async (method, url, allow) => {
    const answer = await app.inject({ method, url })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe(allow)
    expect(answer.json()).toMatchObject({ success: false, code: 'METHOD_NOT_ALLOWED' })
  })
})

test('every answer carries the strict headers', async () => {
  for (const url of ['/health', '/nothing', '/broken']) {
    const { headers } = await app.inject(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
  }
})

test('the log names routes, never paths', async () => {
  await app.inject('/data/payments/0f9c1b1e-secret?key=hush')
  expect(lines.join()).toContain('/data/payments/:id')
  expect(lines.join()).not.toMatch(/0f9c1b1e|hush/)
})

test('its description has the calls with their schemas, and no pages', async () => {
  await app.ready()
  const description = app.swagger() as unknown as { readonly paths: Readonly<Record<string, object>> }
  expect(Object.keys(description.paths)).toEqual([
    '/health',
    '/health/live',
    '/pay',
    '/empty',
    '/data/payments/{id}',
  ])
  expect(JSON.stringify(description.paths['/pay'])).toContain('walletAddress')
})

test('/health answers 503 while the shop is not ready', async () => {
  const health = () => Promise.resolve({ ready: false, parts: { database: { ok: false } } })
  const other = await appWith(() => undefined, { health })
  const answer = await other.inject('/health')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ ready: false, parts: { database: { ok: false } } })
  await other.close()
})

test('a reply waits until what must be remembered is on the disk', async () => {
  const steps: string[] = []
  let isSaved = false
  const beforeReply = {
    isSaved: () => isSaved,
    save: () => {
      steps.push('saved')
      isSaved = true
      return Promise.resolve()
    },
  }
  const other = await appWith(() => undefined, { beforeReply })
  other.addHook('onResponse', (_request, _reply, next) => {
    steps.push('replied')
    next()
  })
  await other.inject('/health')
  await other.inject('/health')
  expect(steps).toEqual(['saved', 'replied', 'replied'])
  await other.close()
})
