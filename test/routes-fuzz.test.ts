import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuePass } from '#server/captcha/passes.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { Failure } from '#shared/api.ts'
import { makePerson, openBrowser } from './account-fixture.ts'
import { composeShop, PUBLIC_URL, type ComposedShop, type Route } from './composed-shop.ts'
import { useTestDatabase } from './use-test-database.ts'
import { hostileBody, hostileHeader, hostilePart, MARKER, spoiltFields, type HostileBody } from './hostile.ts'
import { contentsOf, orderDeps } from './order-fixture.ts'
import { placePaidOrder } from './refund-fixture.ts'
import { publicChanges, type RouteSeed } from './route-seeds.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'
import { secretOf } from './installation-secret.ts'

// Sends random requests to all routes of the whole shop. Each gets a reply, never an internal error and never internal
// details. A new public route that changes something must be added to route-seeds.ts.
const database = useTestDatabase()
let shop: ComposedShop
let paymentId: string
let orderSecret: string
beforeAll(async () => {
  shop = await composeShop({
    DATABASE_URL: database.url,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_DATA: '/nonexistent',
    KEYHOLD_LIMITS: 'off',
  })
  const order = await placePaidOrder(orderDeps(database.db, systemClock))
  paymentId = order.id
  orderSecret = secretOf(order)
})
afterAll(async () => {
  expect(shop.faults).toEqual([])
  await shop.close()
})

const nameOf = ({ method, url }: Route) => `${method} ${url}`
const isReading = ({ method }: Route) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
const publicRoutes = () => shop.routes.filter(({ rule }) => rule === null)

/** Calls that compute a hash or a picture. */
const isSlow = (name: string) => /\/auth\/|captcha|POST \/order|GET \/order/.test(name)
/** Random requests of one run of the tests, after one for each field; the next run has others. */
const runsOf = (name: string) => (isSlow(name) ? 12 : 30)
const GUARDED_RUNS = 12

test('every public route that changes something has a valid request in route-seeds.ts', () => {
  const served = publicRoutes()
    .filter((route) => !isReading(route))
    .map(nameOf)
  expect(served.sort()).toEqual(Object.keys(publicChanges(paymentId)).sort())
})

test('public routes that change something reply to any request', async () => {
  for (const [name, seed] of Object.entries(publicChanges(paymentId))) {
    const [method = '', url = ''] = name.split(' ')
    const around = fc.tuple(pathOf(url), queryPart, headersOf())
    await fc.assert(
      fc.asyncProperty(hostileBody(seed), around, async (body, [path, query, headers]) => {
        await expectAnswer({
          method: method,
          url: path + query,
          headers: { origin: PUBLIC_URL, ...headers, 'content-type': body.type },
          ...(seed.as === 'nothing' ? {} : { payload: body.payload }),
        })
      }),
      firstEachField(seed, around, runsOf(name)),
    )
  }
})

test('public pages and reading calls reply to any request', async () => {
  for (const route of publicRoutes().filter(({ method }) => method === 'GET')) {
    await fc.assert(
      fc.asyncProperty(pathOf(route.url), queryPart, headersOf(), async (path, query, headers) => {
        await expectAnswer({ method: 'GET', url: path + query, headers })
      }),
      { numRuns: runsOf(nameOf(route)) },
    )
  }
})

test('every parameter of a reading call may hold what PostgreSQL cannot store', async () => {
  await makePerson(database.db, 'reader@example.com', 'owner')
  const cookie = await signInOwner('reader@example.com')
  const described = describedQuery()
  const routes = shop.routes.filter(({ method }) => method === 'GET')
  for (const route of routes)
    for (const url of unstorableUrls(route.url, described(route))) {
      await expectAnswer({ method: 'GET', url, headers: { cookie } })
    }
})

test('a form sent from another site changes nothing', async () => {
  const forms = Object.entries(publicChanges(paymentId)).filter(([, { as }]) => as === 'form')
  for (const [name, { fields }] of forms) {
    const pass = await issuePass(database.db, systemClock())
    const before = await contentsOf(database.db)
    const url = name.split(' ')[1]?.replace(':id', paymentId) ?? ''
    for (const foreign of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const reply = await shop.app.inject({
        method: 'POST',
        url,
        headers: {
          ...foreign,
          cookie: `keyhold_captcha=${pass}; keyhold_order_${paymentId}=${orderSecret}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams(fields as Record<string, string>).toString(),
      })
      expect([name, foreign, reply.statusCode]).toEqual([name, foreign, 403])
    }
    expect([name, (await contentsOf(database.db)) === before]).toEqual([name, true])
  }
})

test('calls behind the sign-in reply to any request of an owner', async () => {
  await makePerson(database.db, 'owner@example.com', 'owner')
  const described = describedFields()
  const guarded = shop.routes.filter(({ rule, method }) => rule !== null && method !== 'HEAD')
  expect(guarded.length).toBeGreaterThan(30)
  let cookie = await signInOwner()
  for (const route of guarded) {
    const seed: RouteSeed = { as: 'json', fields: described(route) }
    const around = fc.tuple(pathOf(route.url), queryPart)
    await fc.assert(
      fc.asyncProperty(hostileBody(seed), around, async (body, [path, query]) => {
        const headers = { cookie, origin: PUBLIC_URL, 'content-type': body.type }
        const method = route.method as 'POST'
        await expectAnswer({
          method,
          url: path + query,
          headers,
          ...(isReading(route) ? {} : { payload: body.payload }),
        })
      }),
      firstEachField(seed, around, GUARDED_RUNS),
    )
    // those may have ended the session
    if (/^\/auth\//.test(route.url)) cookie = await signInOwner()
  }
})

/** Spoils each field once, and then `runs` times any of them. */
function firstEachField<Around>(seed: RouteSeed, around: fc.Arbitrary<Around>, runs: number) {
  const examples = spoiltFields(seed).flatMap((body) =>
    fc.sample(around, 1).map((other): [HostileBody, Around] => [body, other]),
  )
  return { examples, numRuns: examples.length + runs }
}

async function signInOwner(email = 'owner@example.com'): Promise<string> {
  const owner = openBrowser(shop.app, PUBLIC_URL)
  expect((await owner.signIn(email)).statusCode).toBe(200)
  return [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

interface DescribedCall {
  readonly requestBody?: object
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
}

/** Finds the OpenAPI description of a route. */
function describedCalls(): (route: Route) => DescribedCall {
  const { paths = {} } = shop.app.swagger() as {
    paths?: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>
  }
  return ({ method, url }) => paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
}

/** The names of the fields that a call takes in its body, each with a value. */
function describedFields(): (route: Route) => Readonly<Record<string, unknown>> {
  const callOf = describedCalls()
  return (route) => {
    const names = [
      ...JSON.stringify(callOf(route).requestBody ?? {}).matchAll(
        /"(\w+)":\{"(?:type|anyOf|enum|default|const)"/g,
      ),
    ]
    return Object.fromEntries(names.map(([, name = '']) => [name, 'x']))
  }
}

/** The names of the parameters that a call takes in its query. */
function describedQuery(): (route: Route) => readonly string[] {
  const callOf = describedCalls()
  return (route) =>
    (callOf(route).parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
}

/** A URL for each parameter of a route, in its path or its query, that holds a NUL there. */
function unstorableUrls(url: string, query: readonly string[]): readonly string[] {
  const valid = url.replace(/:\w+|\*/g, paymentId)
  const inPath = [...url.matchAll(/:\w+|\*/g)].map(({ index, 0: name }) =>
    (url.slice(0, index) + '%00' + url.slice(index + name.length)).replace(/:\w+|\*/g, paymentId),
  )
  return [...inPath, ...query.map((name) => `${valid}?${name}=%00`)]
}

/** The path of a route with a value for each parameter; often an existing one. */
function pathOf(url: string): fc.Arbitrary<string> {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':'))
      return fc.oneof(fc.constant(paymentId), fc.constantFrom('standard', 'supporter'), hostilePart)
    return part === '*'
      ? fc.oneof(hostilePart, fc.constantFrom('..%2f..%2fpackage.json', '../../package.json', 'x/y/z'))
      : fc.constant(part)
  })
  return fc.tuple(...parts).map((made) => made.join('/') || '/')
}

const queryName = fc.constantFrom(
  'lang',
  'key',
  'q',
  'page',
  'limit',
  'before',
  'status',
  'edition',
  'quantity',
  'network',
  'x',
)
const queryPart = fc
  .array(fc.tuple(queryName, hostilePart), { maxLength: 3 })
  .map((pairs) =>
    pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`,
  )

function headersOf(): fc.Arbitrary<Record<string, string>> {
  const cookieName = fc.constantFrom(
    'keyhold_captcha',
    `keyhold_order_${paymentId}`,
    'language',
    'keyhold.session_token',
    'x',
  )
  const cookie = fc.oneof(
    fc.constant(`keyhold_order_${paymentId}=${orderSecret}`),
    fc.tuple(cookieName, hostileHeader).map(([name, value]) => `${name}=${value}`),
  )
  return fc.record(
    { cookie, 'accept-language': hostileHeader, accept: hostileHeader, 'idempotency-key': hostileHeader },
    { requiredKeys: ['cookie'] },
  )
}

const INSIDE =
  /\bat .+\.[jt]sx?:\d+|node_modules|src\/server|violates|duplicate key|syntax error at|PostgreSQL error/

async function expectAnswer(options: InjectOptions): Promise<void> {
  const reply = await shop.app.inject(options)
  const said = `${String(reply.statusCode)} ${reply.body.slice(0, 200)}`
  expect([options.url, reply.statusCode < 500, said]).toEqual([options.url, true, said])
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
  expect(reply.headers['content-security-policy']).toBeTypeOf('string')
  if (reply.statusCode >= 400) expect(reply.body).not.toMatch(INSIDE)
  expectWellFormed(reply)
}

/** A rejected call has the common error format; a page contains no unescaped input. */
function expectWellFormed(reply: LightMyRequestResponse): void {
  const type = String(reply.headers['content-type'])
  if (type.startsWith('application/json') && reply.statusCode >= 400) Failure.strict().parse(reply.json())
  else if (type.startsWith('text/html')) expect(reply.body).not.toContain(MARKER)
}
