import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountFixture,
  makePerson,
  openBrowser,
  PASSWORD,
  type AccountFixture,
} from '#test/account-fixture.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createPasswordLink } from './password-links.ts'

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

let made = 0
async function person(role: 'owner' | null = 'owner') {
  made += 1
  const email = `person${String(made)}@example.com`
  return { email, id: await makePerson(database.db, email, role) }
}

describe('signing in', () => {
  test('sets an http-only session cookie and, with a role, the cookie that pages read; signing out removes both', async () => {
    const { email, id } = await person()
    const browser = openBrowser(fixture.app)
    const reply = await browser.signIn(email.toUpperCase())
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true, secondFactor: false }])
    const [session, mark] = [reply.headers['set-cookie'] ?? []].flat()
    expect(session).toMatch(/^keyhold\.session_token=.*; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(mark).toBe('admin=1; Path=/; Max-Age=600; SameSite=Lax')
    expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({
      user: { id, email, role: 'owner' },
    })
    const copied = new Map(browser.cookies)
    expect((await browser.ask('POST', '/auth/sign-out')).statusCode).toBe(200)
    expect([...browser.cookies.keys()]).toEqual(['keyhold_device'])
    for (const [name, value] of copied) browser.cookies.set(name, value)
    expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
  })

  test('without a role sets no admin cookie', async () => {
    const { email } = await person(null)
    const browser = openBrowser(fixture.app)
    await browser.signIn(email)
    expect([...browser.cookies.keys()]).toEqual(['keyhold.session_token', 'keyhold_device'])
  })

  test('gives the same reply for a wrong password, an unknown e-mail and a disabled account', async () => {
    const [known, disabled] = [await person(), await person()]
    await database.db
      .updateTable('users')
      .set({ disabled_at: new Date(0) })
      .where('id', '=', disabled.id)
      .execute()
    const replies = await Promise.all([
      openBrowser(fixture.app).signIn(known.email, 'a wrong password'),
      openBrowser(fixture.app).signIn('nobody@example.com'),
      openBrowser(fixture.app).signIn(disabled.email),
    ])
    for (const reply of replies) {
      expect([reply.statusCode, reply.json()]).toEqual([
        401,
        { success: false, error: 'E-mail or password is wrong.', code: 'SIGN_IN_FAILED' },
      ])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  })

  test('waits longer after each wrong password, for this client only', async () => {
    const { email } = await person()
    const browser = openBrowser(fixture.app)
    for (let wrong = 0; wrong < 5; wrong++) await browser.signIn(email, 'a wrong password')
    // as after the twelfth failure, so that the delay is longer than a slow machine needs
    await database.db
      .updateTable('sign_in_failures')
      .set({ failures: 12 })
      .where('failures', '=', 5)
      .execute()
    const refused = await browser.signIn(email)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(128)
    const elsewhere = await fixture.app.inject({
      method: 'POST',
      url: '/auth/sign-in/email',
      remoteAddress: '203.0.113.9',
      payload: { email, password: PASSWORD },
    })
    expect(elsewhere.statusCode).toBe(200)
  })

  test('is rejected for a page of another origin', async () => {
    const { email } = await person()
    const reply = await openBrowser(fixture.app, 'https://evil.example').signIn(email)
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([403, undefined])
  })

  test('over https sets secure cookies', async () => {
    const { email } = await person()
    const secure = await accountFixture(database.db, { isSecure: true })
    const browser = openBrowser(secure.app, 'https://shop.example')
    const reply = await browser.signIn(email)
    expect([...browser.cookies.keys()]).toEqual([
      '__Host-keyhold.session_token',
      'admin',
      '__Host-keyhold_device',
    ])
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) expect(line).toContain('; Secure')
    expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({ user: { email } })
    await secure.app.close()
  })

  test.each([
    '/auth/sign-up/email',
    '/auth/request-password-reset',
    '/auth/list-sessions',
    '/auth/get-session',
  ])('leaves %s of its library closed', async (url) => {
    expect((await openBrowser(fixture.app).ask('POST', url, {})).statusCode).toBe(404)
  })
})

describe('a session', () => {
  test('is renewed by a request in its last 90 seconds, and ends when it expires', async () => {
    const { email, id } = await person()
    const browser = openBrowser(fixture.app)
    await browser.signIn(email)
    const leave = (seconds: number) =>
      database.db
        .updateTable('user_sessions')
        .set({ expires_at: new Date(Date.now() + seconds * 1000) })
        .where('user_id', '=', id)
        .execute()
    const left = async () => {
      const { session } = (await browser.ask('GET', '/auth/session')).json<{
        session: { expiresAt: string } | null
      }>()
      return session === null ? null : Math.round((Date.parse(session.expiresAt) - Date.now()) / 10_000) * 10
    }
    await leave(120)
    expect(await left()).toBe(120)
    await leave(80)
    expect(await left()).toBe(600)
    await leave(-1)
    expect(await left()).toBe(null)
    expect(browser.cookies.has('admin')).toBe(false)
  })

  test('ends twelve hours after it began, and when its browser signs in again', async () => {
    const { email, id } = await person()
    const browser = openBrowser(fixture.app)
    await browser.signIn(email)
    const copied = openBrowser(fixture.app)
    for (const [name, value] of browser.cookies) copied.cookies.set(name, value)
    await browser.signIn(email)
    expect((await copied.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
    const begin = (hoursAgo: number) =>
      database.db
        .updateTable('user_sessions')
        .set({ created_at: new Date(Date.now() - hoursAgo * 3600_000) })
        .where('user_id', '=', id)
        .execute()
    await begin(11.99)
    const { session } = (await browser.ask('GET', '/auth/session')).json<{ session: { expiresAt: string } }>()
    expect(Date.parse(session.expiresAt) - Date.now()).toBeLessThan(60_000)
    await begin(12)
    expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
  })

  test('with an invalid signature is not accepted', async () => {
    const { email } = await person()
    const browser = openBrowser(fixture.app)
    await browser.signIn(email)
    const name = 'keyhold.session_token'
    const [token = ''] = decodeURIComponent(browser.cookies.get(name) ?? '').split('.')
    const forged = createHmac('sha256', 'another secret').update(token).digest('base64')
    for (const value of [token, `${token}.`, `${token}.${forged}`, '%', '%E0%A4%A']) {
      browser.cookies.set(name, value.startsWith('%') ? value : encodeURIComponent(value))
      expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
    }
  })

  test('is listed to its user only, and can be ended from another session', async () => {
    const [one, other] = [await person(), await person()]
    const [first, second, otherBrowser] = [
      openBrowser(fixture.app),
      openBrowser(fixture.app),
      openBrowser(fixture.app),
    ]
    await first.signIn(one.email)
    await second.signIn(one.email)
    await otherBrowser.signIn(other.email)
    const { sessions } = (await first.ask('GET', '/auth/sessions')).json<{
      sessions: { id: string; current: boolean }[]
    }>()
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
    const id = sessions.find(({ current }) => !current)?.id ?? ''
    expect((await otherBrowser.ask('DELETE', '/auth/sessions', { id })).statusCode).toBe(200)
    expect((await second.ask('GET', '/data/user')).json()).toMatchObject({ user: { email: one.email } })
    await first.ask('DELETE', '/auth/sessions', { id })
    expect((await second.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
    expect((await openBrowser(fixture.app).ask('GET', '/auth/sessions')).statusCode).toBe(401)
  })
})

describe('a password', () => {
  test('is set once by a one-time link, and signs in', async () => {
    const { email, id } = await person()
    const token = await createPasswordLink(database.db, id, new Date())
    const browser = openBrowser(fixture.app)
    const set = () => browser.ask('POST', '/auth/set-password', { token, password: 'a fresh password' })
    const replies = await Promise.all([set(), set()])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    expect(replies.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({ success: true, email })
    expect((await set()).json()).toMatchObject({ code: 'LINK_INVALID' })
    expect((await browser.signIn(email, 'a fresh password')).statusCode).toBe(200)
  })

  test('is not hashed for a made-up link', async () => {
    const browser = openBrowser(fixture.app)
    const token = 'x'.repeat(43)
    const before = process.cpuUsage()
    for (let call = 0; call < 5; call++) {
      const reply = await browser.ask('POST', '/auth/set-password', { token, password: 'a fresh password' })
      expect(reply.json()).toMatchObject({ code: 'LINK_INVALID' })
    }
    // a hash takes 50 ms at least
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(200)
  })

  test('that is too short is rejected, and so is a link one day old', async () => {
    const { id } = await person()
    const old = await createPasswordLink(database.db, id, new Date(Date.now() - 24 * 3600_000))
    const browser = openBrowser(fixture.app)
    const set = (token: string, password: string) =>
      browser.ask('POST', '/auth/set-password', { token, password })
    expect((await set(old, 'a fresh password')).json()).toMatchObject({ code: 'LINK_INVALID' })
    const fresh = await createPasswordLink(database.db, id, new Date())
    for (const guessable of ['password1234', 'AshenDominion2026!', '123456789012'])
      expect((await set(fresh, guessable)).json()).toMatchObject({ code: 'PASSWORD_GUESSABLE' })
    expect((await set(fresh, 'eleven char')).json()).toMatchObject({ code: 'PASSWORD_INVALID' })
    expect((await set(fresh, 'x'.repeat(129))).json()).toMatchObject({ code: 'PASSWORD_INVALID' })
  })

  test('is changed with the current one, and every other session ends', async () => {
    const { email } = await person()
    const [here, there] = [openBrowser(fixture.app), openBrowser(fixture.app)]
    await here.signIn(email)
    await there.signIn(email)
    const change = (currentPassword: string) =>
      here.ask('POST', '/auth/change-password', { currentPassword, newPassword: 'quite another one' })
    expect((await change('not the right one')).json()).toMatchObject({ code: 'PASSWORD_WRONG' })
    expect((await change(PASSWORD)).statusCode).toBe(200)
    expect((await here.ask('GET', '/data/user')).json()).toMatchObject({ user: { email } })
    expect((await there.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
  })
})

describe('a failure', () => {
  test('is in the audit with its account and a mark of its client, and the twentieth in a day is an alert', async () => {
    const { email, id } = await person()
    const failures = () =>
      database.db
        .selectFrom('audit')
        .select(['action', 'actor_id', 'facts'])
        .where('subject_id', '=', id)
        .where('action', '=', 'sign-in.failed')
        .execute()
    const fail = (host: number) =>
      fixture.app.inject({
        method: 'POST',
        url: '/auth/sign-in/email',
        remoteAddress: `203.0.113.${String(host)}`,
        payload: { email, password: 'a wrong password' },
      })
    await fail(1)
    await fail(1)
    await fail(2)
    const [one, same, other] = (await failures()).map(({ facts }) => facts)
    expect(one).toEqual({ client: expect.stringMatching(/^[0-9a-f]{12}$/) as string })
    expect(same).toEqual(one)
    expect(other).not.toEqual(one)
    for (let host = 3; host < 20; host++) await fail(host)
    const alerts = await database.db
      .selectFrom('alerts')
      .select(['kind', 'facts'])
      .where('closed_at', 'is', null)
      .execute()
    expect(alerts).toEqual([{ kind: 'sign-ins-failed', facts: { userId: id } }])
    const refused = await fail(20)
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }])
  })

  test('of a code or of the own password is in the audit, and a call that a role may not make', async () => {
    const { email, id } = await person()
    const browser = openBrowser(fixture.app)
    await browser.signIn(email)
    await browser.ask('POST', '/auth/two-factor/enable', { password: 'a wrong password' })
    await browser.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })
    await browser.ask('POST', '/auth/two-factor/verify-totp', { code: '000000' })
    await database.db.updateTable('user_roles').set({ role: 'viewer' }).where('user_id', '=', id).execute()
    expect((await browser.ask('GET', '/functions/people')).statusCode).toBe(403)
    const audited = await database.db
      .selectFrom('audit')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .where('action', 'in', ['password.failed', 'code.failed', 'access.refused'])
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { action: 'password.failed', actor_id: null },
      { action: 'code.failed', actor_id: null },
      { action: 'access.refused', actor_id: id },
    ])
  })
})

describe('in production', () => {
  test('an owner has one sign-in without a second factor; afterwards only the setting up of one', async () => {
    const strict = await accountFixture(database.db, { isStrict: true })
    const { email } = await person()
    const people = async (browser: ReturnType<typeof openBrowser>) => {
      const reply = await browser.ask('GET', '/functions/people')
      return reply.statusCode === 200 ? 200 : reply.json<{ code: string }>().code
    }
    const first = openBrowser(strict.app)
    await first.signIn(email)
    expect(await people(first)).toBe(200)
    const second = openBrowser(strict.app)
    expect((await second.signIn(email)).statusCode).toBe(200)
    expect(await people(second)).toBe('SECOND_FACTOR_REQUIRED')
    expect((await second.ask('GET', '/data/user')).json()).toMatchObject({
      user: { permissions: [], secondFactorDue: 'now' },
    })
    const { totpUri } = (await second.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })).json<{
      totpUri: string
    }>()
    await second.ask('POST', '/auth/two-factor/verify-totp', { code: totp(totpUri) })
    expect(await people(second)).toBe(200)
    // a session that began without the factor has ended
    expect(await people(first)).toBe('UNAUTHORIZED')
    await strict.app.close()
  })

  test('files, roles and refunds need the password again after a quarter of an hour', async () => {
    const strict = await accountFixture(database.db, { isStrict: true })
    const { email, id } = await person()
    const browser = openBrowser(strict.app)
    await browser.signIn(email)
    const invite = async () => {
      const body = { action: 'invite', email: `invited-by-${email}`, role: 'viewer' }
      const reply = await browser.ask('POST', '/functions/people', body)
      return reply.statusCode === 200 ? 200 : reply.json<{ code: string }>().code
    }
    await database.db
      .updateTable('user_sessions')
      .set({ created_at: new Date(Date.now() - 16 * 60_000) })
      .where('user_id', '=', id)
      .execute()
    expect(await invite()).toBe('CONFIRM_REQUIRED')
    expect((await browser.ask('GET', '/functions/export-audit')).statusCode).toBe(403)
    expect((await browser.ask('GET', '/functions/people')).statusCode).toBe(200)
    const confirm = async (body: object) =>
      (await browser.ask('POST', '/auth/confirm', body)).json<{ success: boolean; code?: string }>()
    expect(await confirm({})).toMatchObject({ code: 'CONFIRM_REQUIRED' })
    expect(await confirm({ password: 'a wrong password' })).toMatchObject({ code: 'PASSWORD_WRONG' })
    expect(await invite()).toBe('CONFIRM_REQUIRED')
    expect(await confirm({ password: PASSWORD })).toEqual({ success: true })
    expect(await confirm({})).toEqual({ success: true })
    expect(await invite()).toBe(200)
    expect((await browser.ask('GET', '/functions/export-audit')).statusCode).toBe(200)
    await strict.app.close()
  })

  test('a viewer needs none', async () => {
    const strict = await accountFixture(database.db, { isStrict: true })
    const email = 'viewer@example.com'
    await makePerson(database.db, email, 'viewer')
    for (let time = 0; time < 2; time++) {
      const browser = openBrowser(strict.app)
      await browser.signIn(email)
      expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({
        user: { role: 'viewer', secondFactorDue: 'no' },
      })
    }
    await strict.app.close()
  })
})

describe('a second factor', () => {
  test('is required after its first correct code; a recovery code works once', async () => {
    const { email, id } = await person()
    const browser = openBrowser(fixture.app)
    await browser.signIn(email)
    const started = (await browser.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })).json<{
      totpUri: string
      recoveryCodes: string[]
    }>()
    expect(started.totpUri).toContain('issuer=Ashen%20Dominion')
    expect(started.recoveryCodes).toHaveLength(10)
    expect((await browser.signIn(email)).json()).toMatchObject({ secondFactor: false })
    const code = totp(started.totpUri)
    const verify = (which: 'verify-totp' | 'verify-backup-code', text: string) =>
      browser.ask('POST', `/auth/two-factor/${which}`, { code: text })
    expect((await verify('verify-totp', code)).json()).toEqual({ success: true, secondFactor: false })

    browser.cookies.clear()
    expect((await browser.signIn(email)).json()).toEqual({ success: true, secondFactor: true })
    expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
    const wrong = code === '000000' ? '111111' : '000000'
    expect((await verify('verify-totp', wrong)).json()).toMatchObject({ code: 'CODE_WRONG' })
    expect((await verify('verify-totp', code)).json()).toMatchObject({ code: 'CODE_WRONG' })
    expect((await verify('verify-totp', totp(started.totpUri, 1))).statusCode).toBe(200)
    expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({
      user: { id, hasSecondFactor: true },
    })

    const [recovery = ''] = started.recoveryCodes
    for (const status of [200, 401]) {
      browser.cookies.clear()
      await browser.signIn(email)
      expect((await verify('verify-backup-code', recovery)).statusCode).toBe(status)
    }
    const { backup_codes: stored } = await database.db
      .selectFrom('user_second_factors')
      .select('backup_codes')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const hashes = JSON.parse(stored) as string[]
    expect(hashes).toHaveLength(9)
    for (const hash of hashes) expect(hash).toMatch(/^hmac:/)
    const audited = await database.db
      .selectFrom('audit')
      .select('action')
      .where('actor_id', '=', id)
      .execute()
    expect(audited.map(({ action }) => action)).toContain('second-factor.on')
  })
})

/** RFC 6238, SHA-1, six digits, 30 s; a server accepts one step ahead. */
function totp(uri: string, stepsAhead = 0): string {
  const secret = base32(new URL(uri).searchParams.get('secret') ?? '')
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function base32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
