import { USD } from '#shared/currency.ts'
import { beforeAll, expect, test } from 'vitest'
import { tokenRoutes } from '#server/accounts/token-routes.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { makePerson, openBrowser, type Browser } from '#test/account-fixture.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { EDITION_IDS } from '#test/editions.ts'
import { orderDeps, placeOrder } from '#test/order-fixture.ts'
import { TOKEN_SCOPES, type TokenScope } from '#shared/tokens-api.ts'
import { readApiRoutes } from './routes.ts'

const PATHS: Readonly<Record<string, TokenScope>> = {
  '/api/v1/orders': 'orders:read',
  '/api/v1/stock': 'stock:read',
  '/api/v1/statistics': 'statistics:read',
  '/api/v1/audit': 'audit:read',
}
const DAY_MS = 24 * 3600_000

const database = useTestDatabase()
let owner: Browser
let aheadMs = 0
const clock = () => new Date(Date.now() + aheadMs)
const fixture = useAccountFixture(database, {
  addRoutes: (app, { access }) => {
    tokenRoutes(app, { db: database.db, clock, access })
    const limits = createLimits(database.db, clock, { factor: 1 })
    readApiRoutes(app, { db: database.db, clock, limits, editionIds: EDITION_IDS, currency: USD })
  },
})
beforeAll(async () => {
  const { db } = database
  owner = await fixture.signedIn('owner')
  await placeOrder(orderDeps(db, clock))
})

async function createToken(scopes: readonly TokenScope[], days = 30): Promise<string> {
  const reply = await owner.ask('POST', '/functions/api-tokens', {
    action: 'create',
    label: 'CRM',
    scopes,
    days,
  })
  expect(reply.statusCode).toBe(200)
  return reply.json<{ token: string }>().token
}

const read = (url: string, token?: string) =>
  fixture.app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

test('a token reads what its scopes say and nothing else; without one nothing is read, not even by a session', async () => {
  for (const [path, scope] of Object.entries(PATHS)) {
    expect((await read(path, await createToken([scope]))).statusCode).toBe(200)
    const others = TOKEN_SCOPES.filter((one) => one !== scope)
    expect((await read(path, await createToken(others))).statusCode).toBe(403)
    expect((await read(path)).statusCode).toBe(401)
    expect((await read(path, 'keyhold_' + 'x'.repeat(43))).statusCode).toBe(401)
    expect((await owner.ask('GET', path)).statusCode).toBe(401)
  }
  const everything = await createToken(TOKEN_SCOPES)
  expect((await read('/functions/api-tokens', everything)).statusCode).toBe(401)
})

test('e-mails are masked unless the scope says otherwise, and cannot be searched for', async () => {
  const masked = await createToken(['orders:read'])
  const whole = await createToken(['orders:read', 'orders:emails'])
  expect((await read('/api/v1/orders', whole)).body).toContain('buyer@example.com')
  expect((await read('/api/v1/orders', masked)).body).not.toContain('buyer@example.com')
  const found = (token: string) =>
    read('/api/v1/orders?q=buyer', token).then(
      (reply) => reply.json<{ orders: readonly unknown[] }>().orders.length,
    )
  expect([await found(whole), await found(masked)]).toEqual([1, 0])
})

test('a token is shown once and stored as a hash, and the list says when it was used', async () => {
  const token = await createToken(['stock:read'])
  await read('/api/v1/stock', token)
  const list = await owner.ask('GET', '/functions/api-tokens')
  expect(list.body).not.toContain(token)
  const [newest] = list.json<{ tokens: readonly { lastUsedAt: string | null; state: string }[] }>().tokens
  expect(newest).toMatchObject({ state: 'valid', createdBy: 'owner@example.com', scopes: ['stock:read'] })
  expect(newest?.lastUsedAt).not.toBeNull()
  const stored = await database.db.selectFrom('api_tokens').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token.slice(8))
})

test('a token ends when it is revoked, when its time is over, and with the rights of its owner', async () => {
  const [revoked, expired, orphan] = [
    await createToken(['stock:read']),
    await createToken(['stock:read'], 1),
    await createToken(['stock:read']),
  ]
  const rows = await database.db.selectFrom('api_tokens').select('id').orderBy('created_at', 'desc').execute()
  const id = rows[2]?.id ?? ''
  expect((await owner.ask('POST', '/functions/api-tokens', { action: 'revoke', id })).statusCode).toBe(200)
  expect((await owner.ask('POST', '/functions/api-tokens', { action: 'revoke', id })).statusCode).toBe(404)
  expect((await read('/api/v1/stock', revoked)).statusCode).toBe(401)
  expect((await read('/api/v1/stock', expired)).statusCode).toBe(200)
  aheadMs = 2 * DAY_MS
  expect((await read('/api/v1/stock', expired)).statusCode).toBe(401)
  aheadMs = 0
  await database.db.updateTable('user_roles').set({ role: 'manager' }).execute()
  expect((await read('/api/v1/stock', orphan)).statusCode).toBe(401)
  const refused = await owner.ask('POST', '/functions/api-tokens', { action: 'revoke', id })
  expect(refused.statusCode).toBe(403)
  await database.db.updateTable('user_roles').set({ role: 'owner' }).execute()
})

test('the tokens of an owner who has left are refused, and the list of the others says so', async () => {
  const leaverId = await makePerson(database.db, 'leaver@example.com', 'owner')
  const leaver = openBrowser(fixture.app)
  await leaver.signIn('leaver@example.com')
  const request = { action: 'create', label: 'of the leaver', scopes: ['stock:read'], days: 30 }
  const { token } = (await leaver.ask('POST', '/functions/api-tokens', request)).json<{ token: string }>()
  const listed = async () => {
    const list = await owner.ask('GET', '/functions/api-tokens')
    const { tokens } = list.json<{ tokens: readonly { label: string; state: string }[] }>()
    return tokens.find(({ label }) => label === request.label)?.state
  }
  expect([(await read('/api/v1/stock', token)).statusCode, await listed()]).toEqual([200, 'valid'])
  const disable = { action: 'disable', userId: leaverId }
  expect((await owner.ask('POST', '/functions/people', disable)).statusCode).toBe(200)
  expect([(await read('/api/v1/stock', token)).statusCode, await listed()]).toEqual([401, 'revoked'])
  expect((await leaver.ask('GET', '/functions/api-tokens')).statusCode).toBe(401)
})

test('a token that asks too often has to wait, and others do not', async () => {
  const [busy, other] = [await createToken(['stock:read']), await createToken(['stock:read'])]
  let last = 200
  for (let call = 0; call < 601 && last === 200; call++) last = (await read('/api/v1/stock', busy)).statusCode
  expect(last).toBe(429)
  expect((await read('/api/v1/stock', other)).statusCode).toBe(200)
})
