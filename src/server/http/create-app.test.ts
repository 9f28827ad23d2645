import { PassThrough } from 'node:stream'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { CreatePaymentRequest, Done, EmptyRequest, Failure } from '#shared/api.ts'
import { createApp } from './create-app.ts'
import { CallError, clientOf, type App } from './app.ts'
import { limitConnections } from './limit-connections.ts'
import { createLog } from '#server/runtime/log.ts'
import { noteOrder } from '#server/runtime/work-context.ts'
import { until } from '#test/until.ts'

let app: App
let lines: string[]
let onError: () => void = () => undefined

beforeEach(async () => {
  lines = []
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) })
  const logDeeper = async (name: string) => {
    await nextTurn()
    log.info({}, `deep ${name}`)
  }
  app = await createApp({
    log,
    trustedProxies: ['10.0.0.0/8'],
    isSecure: true,
    hasApiDocs: true,
    health: () => Promise.resolve({ ready: true, parts: { database: { ok: true } } }),
    notFoundPage: (_request, reply) =>
      reply.status(404).type('text/html').send('<h1>Oops! Page not found</h1>'),
  })
  app.addHook('onError', (_request, _reply, _error, next) => {
    onError()
    next()
  })
  const done = { success: true } as const
  app.post(
    '/pay',
    { schema: { body: CreatePaymentRequest, response: { 200: Done, '4xx': Failure } } },
    () => done,
  )
  app.post('/empty', { schema: { body: EmptyRequest, response: { 200: Done } } }, () => done)
  app.get('/data/payments/:id', { schema: { params: z.object({ id: z.string() }) } }, () => done)
  app.get('/files/*', () => 'file')
  app.get('/client', (request) => ({ client: clientOf(request) }))
  app.get('/limited', () => {
    throw new CallError(429, 'RATE_LIMITED', 'Too many at once.', { retryAfterS: 7 })
  })
  app.get('/broken', () => {
    throw new Error('nobody may read this')
  })
  app.get('/row', () => {
    throw Object.assign(new Error('duplicate key: buyer@example.org'), {
      severity: 'ERROR',
      code: '23505',
      table: 't',
    })
  })
  app.post(
    '/deep',
    { schema: { body: z.object({ name: z.string(), padding: z.string() }) } },
    async (request) => {
      const { name } = request.body
      await logDeeper(name)
      noteOrder(`order ${name}`)
      return done
    },
  )
  app.get('/away', () => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  })
})

afterEach(() => app.close())

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

describe('a request has an id', () => {
  const logged = () => lines.map((line) => JSON.parse(line) as { requestId?: string; message: string })

  test('in its reply, in the body of a failure, and in every line that is logged meanwhile', async () => {
    const answers = await Promise.all([app.inject('/broken'), app.inject('/limited'), app.inject('/client')])
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/)
    expect(answers.slice(0, 2).map((answer) => answer.json<Failure>().requestId)).toEqual(ids.slice(0, 2))
    expect(logged().every(({ requestId }) => ids.includes(requestId))).toBe(true)
    expect(
      logged()
        .filter(({ requestId }) => requestId === ids[0])
        .map(({ message }) => message),
    ).toEqual(['a call failed', 'answered'])
  })

  test('which code deeper down logs without knowing it, also after a body was read, with the order that it found', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        fetch(`http://127.0.0.1:${String(port)}/deep`, {
          method: 'POST',
          headers: JSON_TYPE,
          body: JSON.stringify({ name, padding: 'x'.repeat(60_000) }),
        }),
      ),
    )
    const ids = replies.map(({ headers }) => headers.get('x-request-id'))
    await until(() => logged().length === 6)
    for (const [index, name] of ['a', 'b', 'c'].entries())
      expect(logged()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ message: `deep ${name}`, requestId: ids[index] }),
          expect.objectContaining({ message: 'answered', requestId: ids[index], orderId: `order ${name}` }),
        ]),
      )
  })

  test.each([
    ['a trusted proxy', '10.1.2.3', 'id-of.the_proxy-1', 'id-of.the_proxy-1'],
    ['a trusted proxy, too long', '10.1.2.3', 'x'.repeat(65), null],
    ['a trusted proxy, not one word', '10.1.2.3', 'id of the "proxy"', null],
    ['anybody else', '192.0.2.1', 'id-of.the_proxy-1', null],
  ])('which %s may give', async (_who, remoteAddress, given, expected) => {
    const answer = await app.inject({ url: '/client', remoteAddress, headers: { 'x-request-id': given } })
    const id = answer.headers['x-request-id']
    if (expected === null) expect(id).toMatch(/^[0-9a-f]{16}$/)
    else expect(id).toBe(expected)
    expect(logged()[0]).toMatchObject({ requestId: id })
  })

  test('also where a path cannot be read or does not exist', async () => {
    for (const url of ['/%c0%80', '/nowhere'])
      expect((await app.inject(url)).headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/)
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

test('the forwarded header counts from a trusted proxy only', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const from = async (remoteAddress: string) =>
    (await app.inject({ url: '/client', remoteAddress, headers })).json<{ client: string }>().client
  expect(await from('10.1.2.3')).toBe('203.0.113.9')
  expect(await from('198.51.100.7')).toBe('198.51.100.7')
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0001::', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the client %s counts as %s', (ip, client) => {
  expect(clientOf({ ip })).toBe(client)
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
    '/deep',
  ])
  expect(JSON.stringify(description.paths['/pay'])).toContain('walletAddress')
})

test('/health answers 503 while the shop is not ready', async () => {
  const other = await createApp({
    log: createLog({ level: 'silent' }),
    trustedProxies: [],
    isSecure: false,
    hasApiDocs: false,
    health: () => Promise.resolve({ ready: false, parts: { database: { ok: false } } }),
    notFoundPage: (_request, reply) => reply.status(404).send(),
  })
  const answer = await other.inject('/health')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ ready: false, parts: { database: { ok: false } } })
  await other.close()
})

test('a request line that is no HTTP is a 400 without detail', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a port')
  const socket = connect(address.port, '127.0.0.1')
  socket.write('NONSENSE\r\n\r\n')
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  expect(chunk.toString()).toMatch(/^HTTP\/1\.1 400 /)
  socket.destroy()
})

test('a client that leaves while it sends a body is no error of the shop', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(portOf(app), '127.0.0.1')
  socket.write(
    'POST /pay HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await once(app.server, 'request')
  const failed = new Promise<void>((resolve) => (onError = resolve))
  socket.resetAndDestroy()
  await failed
  expect(lines.filter((line) => line.includes('"error"'))).toEqual([])
})

test('headers must arrive within ten seconds', () => {
  expect(app.server.headersTimeout).toBe(10_000)
})

test('a client has a limited number of connections, a trusted proxy has not', async () => {
  const server = createServer()
  limitConnections(server, ['127.0.0.2'], 2)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a port')
  const open = async (localAddress: string) => {
    const socket = connect({ port: address.port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const kept = [await open('127.0.0.1'), await open('127.0.0.1')]
  const beyond = await open('127.0.0.1')
  await once(beyond, 'close')
  const proxied = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
  expect([...kept, ...proxied].map((socket) => socket.destroyed)).toEqual([false, false, false, false, false])
  for (const socket of [...kept, ...proxied]) socket.destroy()
  server.close()
})

function portOf({ server }: App): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a port')
  return address.port
}

test('a call that waits too long is answered instead, one of staff later, and a reply that has begun is finished', async () => {
  const other = await createApp({
    log: createLog({ level: 'silent' }),
    trustedProxies: [],
    isSecure: false,
    hasApiDocs: false,
    health: () => Promise.resolve({ ready: true, parts: {} }),
    notFoundPage: (_request, reply) => reply.status(404).send(),
    callLimits: { callMs: 50, longCallMs: 150 },
  })
  const isOver = Promise.withResolvers<undefined>()
  const body = new PassThrough()
  other.get('/hangs', () => isOver.promise)
  other.get('/staff', { config: { rule: 'signed in' } }, () => isOver.promise)
  other.get('/film', (_request, reply) => reply.type('video/mp4').send(body))
  const began = performance.now()
  const film = other.inject('/film')
  body.write('first ')
  const hangs = await other.inject('/hangs')
  expect([hangs.statusCode, hangs.headers['retry-after'], hangs.json()]).toMatchObject([
    503,
    '2',
    { code: 'UNAVAILABLE' },
  ])
  expect((await other.inject('/staff')).statusCode).toBe(503)
  expect(performance.now() - began).toBeGreaterThan(150)
  body.end('last')
  expect([(await film).statusCode, (await film).body]).toEqual([200, 'first last'])
  isOver.resolve(undefined)
  await other.close()
})

test('a reply waits until what must be remembered is on the disk', async () => {
  const steps: string[] = []
  let isSaved = false
  const other = await createApp({
    log: createLog({ level: 'silent' }),
    trustedProxies: [],
    isSecure: false,
    hasApiDocs: false,
    health: () => Promise.resolve({ ready: true, parts: {} }),
    notFoundPage: (_request, reply) => reply.status(404).send(),
    beforeReply: {
      isSaved: () => isSaved,
      save: () => {
        steps.push('saved')
        isSaved = true
        return Promise.resolve()
      },
    },
  })
  other.addHook('onResponse', (_request, _reply, next) => {
    steps.push('replied')
    next()
  })
  await other.inject('/health')
  await other.inject('/health')
  expect(steps).toEqual(['saved', 'replied', 'replied'])
  await other.close()
})
