import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLIC_CALLS, requireRouteRule, MissingRouteRuleError } from '#server/accounts/public-calls.ts'
import { PERMISSIONS, ROLES, type Permission, type Role } from '#shared/permissions.ts'
import { makePerson, PASSWORD } from './account-fixture.ts'
import { useTestDatabase } from './use-test-database.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'

// Every call in the shop's OpenAPI documents, made by visitors, users without a role, and each role. New routes are
// covered automatically.
interface Call {
  readonly method: string
  readonly path: string
  readonly rule: string | null
}

const database = useTestDatabase()
let shop: ServedShop
let calls: readonly Call[] = []
const cookies = new Map<Role | 'none', string>()
beforeAll(async () => {
  shop = await serveShop({
    DATABASE_URL: database.url,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_DATA: '/nonexistent',
    KEYHOLD_LIMITS: 'off',
  })
  calls = await describedCalls()
  for (const role of [...ROLES, 'none'] as const) {
    await makePerson(database.db, `${role}@example.com`, role === 'none' ? null : role)
    cookies.set(role, await cookieOf(`${role}@example.com`))
  }
})
afterAll(() => shop.stop())

async function describedCalls(): Promise<readonly Call[]> {
  const documents = ['/openapi.json', '/api/v1/openapi.json', '/openapi-back-office.json'].map(
    async (file) =>
      (await (await fetch(shop.url + file)).json()) as {
        paths: Record<string, Record<string, { 'x-rule'?: string }>>
      },
  )
  const all = (await Promise.all(documents)).flatMap(({ paths }) => Object.entries(paths))
  return all.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      method: method.toUpperCase(),
      path,
      rule: call['x-rule'] ?? null,
    })),
  )
}

async function cookieOf(email: string): Promise<string> {
  const reply = await ask({ method: 'POST', path: '/auth/sign-in/email', rule: null }, '', {
    email,
    password: PASSWORD,
  })
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

function ask({ method, path }: Call, cookie: string, body: object = {}): Promise<Response> {
  return fetch(shop.url + path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'), {
    method,
    headers: { origin: shop.url, cookie, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
}

test('every call has an access rule or is listed as public', () => {
  expect(calls.length).toBeGreaterThan(30)
  const open = calls
    .filter(({ path, rule }) => rule === null && /^\/(functions|data|auth|admin|api)\//.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
  expect([...open].sort()).toEqual([...PUBLIC_CALLS].sort())
})

test('a call behind a sign-in is rejected without a valid session', async () => {
  for (const call of calls.filter(({ rule }) => rule !== null)) {
    const answers = await Promise.all(
      ['', 'keyhold.session_token=x.y; admin=1'].map(async (cookie) => (await ask(call, cookie)).status),
    )
    expect([call.method, call.path, ...answers]).toEqual([call.method, call.path, 401, 401])
  }
})

test.each([...ROLES, 'none'] as const)(
  '%s is let in to what its role may, and to nothing else',
  async (role) => {
    for (const call of calls.filter(({ rule }) => rule !== null)) {
      const reply = await ask(call, cookies.get(role) ?? '')
      const { status } = reply
      // who must confirm may do it
      const mustConfirm = status === 403 && (await reply.text()).includes('"CONFIRM_REQUIRED"')
      const isLetIn = mustConfirm || (status !== 401 && status !== 403)
      expect([call.method, call.path, isLetIn, status < 500]).toEqual([
        call.method,
        call.path,
        mayCall(role, call.rule),
        true,
      ])
    }
  },
)

function mayCall(role: Role | 'none', rule: string | null): boolean {
  if (rule === 'signed-in') return true
  // for programs: no session opens it
  if (rule?.startsWith('token ') === true) return false
  const roles: readonly string[] = PERMISSIONS[rule as Permission]
  return roles.includes(role)
}

test('a page of another site changes nothing with a user’s cookies', async () => {
  // a cookie opens no call of programs
  const isForPeople = (rule: string | null) => rule !== null && !rule.startsWith('token ')
  for (const call of calls.filter(({ rule, method }) => isForPeople(rule) && method !== 'GET')) {
    const reply = await fetch(shop.url + call.path, {
      method: call.method,
      headers: {
        origin: 'https://evil.example',
        cookie: cookies.get('owner') ?? '',
        'content-type': 'application/json',
      },
      body: '{}',
    })
    expect([call.path, reply.status]).toEqual([call.path, 403])
  }
})

test('a route without a rule is not served', () => {
  expect(() => {
    requireRouteRule({ method: 'POST', url: '/functions/new-thing' })
  }).toThrow(MissingRouteRuleError)
  expect(() => {
    requireRouteRule({ method: ['GET', 'HEAD'], url: '/data/new-thing' })
  }).toThrow('GET /data/new-thing has no access rule')
})
