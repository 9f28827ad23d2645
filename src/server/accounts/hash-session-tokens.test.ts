import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountFixture,
  makePerson,
  openBrowser,
  PASSWORD,
  type AccountFixture,
} from '#test/account-fixture.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { authSecret } from './session-cookie.ts'

const COOKIE = 'keyhold.session_token'

let database: TestDatabase
let fixture: AccountFixture
beforeAll(async () => {
  database = await createTestDatabase()
  fixture = await accountFixture(database.db)
})
afterAll(async () => {
  await fixture.app.close()
  await database.close()
})

const tokens = async () =>
  (await database.db.selectFrom('user_sessions').select('token').execute()).map((row) => row.token)

/** A cookie as the server signs it: even who has the secret cannot use what the table holds. */
function cookieOf(token: string): string {
  const signature = createHmac('sha256', authSecret(Buffer.alloc(32, 7)))
    .update(token)
    .digest('base64')
  return encodeURIComponent(`${token}.${signature}`)
}

test('the table of sessions holds no token that signs in, and sessions are renewed and ended by their token', async () => {
  await makePerson(database.db, 'one@example.com', 'owner')
  const browser = openBrowser(fixture.app)
  await browser.signIn('one@example.com')
  const token = decodeURIComponent(browser.cookies.get(COOKIE) ?? '').split('.')[0] ?? ''
  expect(cookieOf(token)).toBe(browser.cookies.get(COOKIE))
  const [stored = ''] = await tokens()
  expect(stored).toMatch(/^[0-9a-f]{64}$/)
  expect(stored).not.toContain(token)
  const thief = openBrowser(fixture.app)
  thief.cookies.set(COOKIE, cookieOf(stored))
  expect((await thief.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
  expect((await thief.ask('GET', '/auth/session')).json()).toMatchObject({ session: null })

  await database.db
    .updateTable('user_sessions')
    .set({ expires_at: new Date(Date.now() + 60_000) })
    .execute()
  expect((await browser.ask('GET', '/auth/session')).statusCode).toBe(200)
  const { expires_at: renewed } = await database.db
    .selectFrom('user_sessions')
    .select('expires_at')
    .executeTakeFirstOrThrow()
  expect(renewed.getTime()).toBeGreaterThan(Date.now() + 300_000)

  const other = openBrowser(fixture.app)
  await other.signIn('one@example.com')
  const next = { currentPassword: PASSWORD, newPassword: 'another correct horse' }
  expect((await browser.ask('POST', '/auth/change-password', next)).statusCode).toBe(200)
  expect((await other.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
  expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({
    user: { email: 'one@example.com' },
  })
  await browser.ask('POST', '/auth/sign-out')
  expect(await tokens()).toEqual([])
})

test('the migration leaves sessions of the earlier release signed in', async () => {
  const id = await makePerson(database.db, 'two@example.com', 'owner')
  const [token, now] = ['AbCdEfGhIjKlMnOpQrStUvWxYz012345', Date.now()]
  await database.db
    .insertInto('user_sessions')
    .values({ user_id: id, token, expires_at: new Date(now + 600_000) })
    .execute()
  const file = new URL('../db/migrations/0025_session_token_hashes.sql', import.meta.url)
  const migration = await readFile(file, 'utf8')
  for (let times = 0; times < 2; times++) await sql.raw(migration).execute(database.db)
  const browser = openBrowser(fixture.app)
  browser.cookies.set(COOKIE, cookieOf(token))
  expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({
    user: { email: 'two@example.com' },
  })
})
