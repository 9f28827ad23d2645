import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makePerson, openBrowser, PASSWORD } from '#test/account-fixture.ts'
import { useAccounts } from '#test/use-accounts.ts'
import { authSecret } from './session-cookie.ts'

const COOKIE = 'keyhold.session_token'

const accounts = useAccounts()

const tokens = async () =>
  (await accounts.db.selectFrom('user_sessions').select('token').execute()).map((row) => row.token)

/** A cookie as the server signs it: even who has the secret cannot use what the table holds. */
function cookieOf(token: string): string {
  const signature = createHmac('sha256', authSecret(Buffer.alloc(32, 7)))
    .update(token)
    .digest('base64')
  return encodeURIComponent(`${token}.${signature}`)
}

test('the table of sessions holds no token that signs in, and sessions are renewed and ended by their token', async () => {
  await makePerson(accounts.db, 'one@example.com', 'owner')
  const browser = openBrowser(accounts.app)
  await browser.signIn('one@example.com')
  const token = decodeURIComponent(browser.cookies.get(COOKIE) ?? '').split('.')[0] ?? ''
  expect(cookieOf(token)).toBe(browser.cookies.get(COOKIE))
  const [stored = ''] = await tokens()
  expect(stored).toMatch(/^[0-9a-f]{64}$/)
  expect(stored).not.toContain(token)
  const thief = openBrowser(accounts.app)
  thief.cookies.set(COOKIE, cookieOf(stored))
  expect((await thief.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
  expect((await thief.ask('GET', '/auth/session')).json()).toMatchObject({ session: null })

  await accounts.db
    .updateTable('user_sessions')
    .set({ expires_at: new Date(Date.now() + 60_000) })
    .execute()
  expect((await browser.ask('GET', '/auth/session')).statusCode).toBe(200)
  const { expires_at: renewed } = await accounts.db
    .selectFrom('user_sessions')
    .select('expires_at')
    .executeTakeFirstOrThrow()
  expect(renewed.getTime()).toBeGreaterThan(Date.now() + 300_000)

  const other = openBrowser(accounts.app)
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
  const id = await makePerson(accounts.db, 'two@example.com', 'owner')
  const [token, now] = ['AbCdEfGhIjKlMnOpQrStUvWxYz012345', Date.now()]
  await accounts.db
    .insertInto('user_sessions')
    .values({ user_id: id, token, expires_at: new Date(now + 600_000) })
    .execute()
  const file = new URL('../db/migrations/0025_session_token_hashes.sql', import.meta.url)
  const migration = await readFile(file, 'utf8')
  for (let times = 0; times < 2; times++) await sql.raw(migration).execute(accounts.db)
  const browser = openBrowser(accounts.app)
  browser.cookies.set(COOKIE, cookieOf(token))
  expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({
    user: { email: 'two@example.com' },
  })
})
