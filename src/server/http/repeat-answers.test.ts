import { globSync, readFileSync } from 'node:fs'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appWith } from '#test/app-with.ts'
import { createLog } from '#server/runtime/log.ts'
import type { App } from './app.ts'
import { createRepeater } from './repeat-answers.ts'

interface Answer {
  readonly status: number | undefined
  readonly rawHeaders: readonly string[]
  readonly body: string
}

const SECOND = 1_000_000_000_000
const ENGLISH = Buffer.from('a page')
const FRENCH = Buffer.from('une page')
const pageFor = (language: string | undefined) => (language === 'fr' ? FRENCH : ENGLISH)

let app: App
let agent: Agent
let lines: string[]
let now: number
let renewed: Buffer | null
/** The paths that Fastify handled. */
let handled: string[]
/** What was sent while the app was closing. */
let last: Answer | null

beforeEach(async () => {
  agent = new Agent({ keepAlive: true })
  lines = []
  handled = []
  now = SECOND
  renewed = null
  last = null
  app = await appWith((created) => {
    const log = createLog({ level: 'info', write: (line) => lines.push(line) })
    const repeater = createRepeater(created, { clock: () => new Date(now), log })
    created.addHook('onRequest', (request, _reply, done) => {
      handled.push(`${request.method} ${request.url}`)
      done()
    })
    const find = (headers: { readonly 'accept-language'?: string | undefined }) => {
      if (headers['accept-language'] === 'xx') throw new Error('no such page')
      return renewed ?? pageFor(headers['accept-language'])
    }
    for (const path of ['/page', '/personal']) {
      created.get(path, { onSend: repeater.repeat(path, find) }, (request, reply) => {
        if (path === '/personal') void reply.header('set-cookie', 'a=b')
        return reply.header('x-made-at', String(now)).type('text/html').send(find(request.headers))
      })
    }
    created.addHook('preClose', async () => {
      if (handled.includes('GET /page')) last = await send('/page')
    })
    created.get('/other', (_request, reply) => reply.send(ENGLISH))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(async () => {
  agent.destroy()
  await app.close()
})

async function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = app.server.address() as AddressInfo
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ port, host: '127.0.0.1', path, headers, method, agent }, resolve).on('error', reject).end()
  })
  const { statusCode: status, rawHeaders } = reply
  return { status, rawHeaders, body: await text(reply) }
}

const withoutDate = ({ rawHeaders, ...answer }: Answer) => ({
  ...answer,
  headers: rawHeaders
    .filter(
      (_, index) => !['date', 'x-request-id'].includes(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''),
    )
    .sort(),
})

test('a second request of the same second gets what Fastify sent, with the same security headers, without Fastify', async () => {
  const first = await send('/page')
  const second = await send('/page')
  expect(withoutDate(second)).toEqual(withoutDate(first))
  expect(second.body).toBe('a page')
  expect(second.rawHeaders).toContain('content-security-policy')
  expect(second.rawHeaders.filter((word) => word.toLowerCase() === 'date')).toHaveLength(1)
  expect(handled).toEqual(['GET /page'])
})

test('an answer is repeated within its second only', async () => {
  await send('/page')
  now = SECOND + 999
  expect((await send('/page')).rawHeaders).toContain(String(SECOND))
  now = SECOND + 1000
  expect((await send('/page')).rawHeaders).toContain(String(SECOND + 1000))
  expect(handled).toHaveLength(2)
})

test('each body has its own answer, and a page that was made anew is sent at once', async () => {
  for (const language of ['en', 'fr', 'en', 'fr']) {
    expect((await send('/page', { 'accept-language': language })).body).toBe(pageFor(language).toString())
  }
  expect(handled).toHaveLength(2)
  renewed = Buffer.from('a newer page')
  expect((await send('/page')).body).toBe('a newer page')
})

test.each([
  ['/page', 'HEAD', {}],
  ['/page', 'POST', {}],
  ['/page?lang=fr', 'GET', {}],
  ['/page', 'GET', { 'if-none-match': '"a"' }],
  ['/other', 'GET', {}],
  ['/personal', 'GET', {}],
] as const)('%s by %s with %j is always handled by Fastify', async (path, method, headers) => {
  await send('/page')
  await send(path, headers, method)
  await send(path, headers, method)
  expect(handled.slice(1)).toEqual([`${method} ${path}`, `${method} ${path}`])
})

test('a page that cannot be made is an error of its route, and the next request is served', async () => {
  const broken = { 'accept-language': 'xx' }
  expect((await send('/page', broken)).status).toBe(500)
  expect((await send('/page')).status).toBe(200)
  expect((await send('/page', broken)).status).toBe(500)
})

test('what is repeated is logged by its route', async () => {
  await send('/page')
  expect(lines).toEqual([])
  await send('/page')
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { message: 'answered', method: 'GET', route: '/page', status: 200 },
  ])
})

test('nothing is repeated during shutdown: Fastify closes the connection', async () => {
  await send('/page')
  await app.close()
  expect(last).toMatchObject({ status: 503, rawHeaders: expect.arrayContaining(['close']) as unknown })
})

test('the hooks that what is repeated does not run are known: none depends on the reader of a page', () => {
  const hooks = globSync('src/server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }).flatMap(
    (file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /addHook\('(on(?:Request|Send)|pre(?:Parsing|Validation|Handler))'/g,
        ),
      ].map(([, name = '']) => `${file.slice('src/server/'.length)} ${name}`),
  )
  expect(hooks.sort()).toEqual([
    'demo/register-demo.ts onSend', // the date of the demo, the same for a second
    'http/create-app.ts onRequest', // headers, repeated
    'http/create-app.ts onSend', // closes connections during shutdown
    'http/create-app.ts onSend', // waits for what only calls change
    'http/limit-calls.ts onRequest', // of calls that wait
    'http/limit-calls.ts onSend', // of calls that wait
    'http/request-context.ts onRequest', // of what is logged meanwhile; what is repeated has an id of its own
    'order-page/link-routes.ts onRequest', // of paths below /order/
    'order-page/link-routes.ts onSend', // of paths below /order/
  ])
})
