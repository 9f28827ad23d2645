import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { accountFixture, openBrowser, PASSWORD } from '#test/account-fixture.ts'
import { useAccounts } from '#test/use-accounts.ts'
import { createPasswordLink } from './password-links.ts'

const accounts = useAccounts()

describe('signing in', () => {
  test('sets an http-only session cookie and, with a role, the cookie that pages read; signing out removes both', async () => {
    const { email, id } = await accounts.person()
    const browser = openBrowser(accounts.app)
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
    const { email } = await accounts.person(null)
    const browser = openBrowser(accounts.app)
    await browser.signIn(email)
    expect([...browser.cookies.keys()]).toEqual(['keyhold.session_token', 'keyhold_device'])
  })

  test('gives the same reply for a wrong password, an unknown e-mail and a disabled account', async () => {
    const [known, disabled] = [await accounts.person(), await accounts.person()]
    await accounts.db
      .updateTable('users')
      .set({ disabled_at: new Date(0) })
      .where('id', '=', disabled.id)
      .execute()
    const replies = await Promise.all([
      openBrowser(accounts.app).signIn(known.email, 'a wrong password'),
      openBrowser(accounts.app).signIn('nobody@example.com'),
      openBrowser(accounts.app).signIn(disabled.email),
    ])
    for (const reply of replies) {
      expect([reply.statusCode, reply.json()]).toEqual([
        401,
        {
          success: false,
          requestId: expect.any(String) as string,
          error: 'E-mail or password is wrong.',
          code: 'SIGN_IN_FAILED',
        },
      ])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  })

  test('waits longer after each wrong password, for this client only', async () => {
    const { email } = await accounts.person()
    const browser = openBrowser(accounts.app)
    for (let wrong = 0; wrong < 5; wrong++) await browser.signIn(email, 'a wrong password')
    // as after the twelfth failure, so that the delay is longer than a slow machine needs
    await accounts.db
      .updateTable('sign_in_failures')
      .set({ failures: 12 })
      .where('failures', '=', 5)
      .execute()
    const refused = await browser.signIn(email)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(128)
    const elsewhere = await accounts.app.inject({
      method: 'POST',
      url: '/auth/sign-in/email',
      remoteAddress: '203.0.113.9',
      payload: { email, password: PASSWORD },
    })
    expect(elsewhere.statusCode).toBe(200)
  })

  test('is rejected for a page of another origin', async () => {
    const { email } = await accounts.person()
    const reply = await openBrowser(accounts.app, 'https://evil.example').signIn(email)
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([403, undefined])
  })

  test('over https sets secure cookies', async () => {
    const { email } = await accounts.person()
    const secure = await accountFixture(accounts.db, { isSecure: true })
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
    expect((await openBrowser(accounts.app).ask('POST', url, {})).statusCode).toBe(404)
  })
})

describe('a session', () => {
  test('is renewed by a request in its last 90 seconds, and ends when it expires', async () => {
    const { email, id } = await accounts.person()
    const browser = openBrowser(accounts.app)
    await browser.signIn(email)
    const leave = (seconds: number) =>
      accounts.db
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
    const { email, id } = await accounts.person()
    const browser = openBrowser(accounts.app)
    await browser.signIn(email)
    const copied = openBrowser(accounts.app)
    for (const [name, value] of browser.cookies) copied.cookies.set(name, value)
    await browser.signIn(email)
    expect((await copied.ask('GET', '/data/user')).json()).toMatchObject({ user: null })
    const begin = (hoursAgo: number) =>
      accounts.db
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
    const { email } = await accounts.person()
    const browser = openBrowser(accounts.app)
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
    const [one, other] = [await accounts.person(), await accounts.person()]
    const [first, second, otherBrowser] = [
      openBrowser(accounts.app),
      openBrowser(accounts.app),
      openBrowser(accounts.app),
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
    expect((await openBrowser(accounts.app).ask('GET', '/auth/sessions')).statusCode).toBe(401)
  })
})

describe('a password', () => {
  test('is set once by a one-time link, and signs in', async () => {
    const { email, id } = await accounts.person()
    const token = await createPasswordLink(accounts.db, id, new Date())
    const browser = openBrowser(accounts.app)
    const set = () => browser.ask('POST', '/auth/set-password', { token, password: 'a fresh password' })
    const replies = await Promise.all([set(), set()])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    expect(replies.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({ success: true, email })
    expect((await set()).json()).toMatchObject({ code: 'LINK_INVALID' })
    expect((await browser.signIn(email, 'a fresh password')).statusCode).toBe(200)
  })

  test('is not hashed for a made-up link', async () => {
    const browser = openBrowser(accounts.app)
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
    const { id } = await accounts.person()
    const old = await createPasswordLink(accounts.db, id, new Date(Date.now() - 24 * 3600_000))
    const browser = openBrowser(accounts.app)
    const set = (token: string, password: string) =>
      browser.ask('POST', '/auth/set-password', { token, password })
    expect((await set(old, 'a fresh password')).json()).toMatchObject({ code: 'LINK_INVALID' })
    const fresh = await createPasswordLink(accounts.db, id, new Date())
    for (const guessable of ['password1234', 'AshenDominion2026!', '123456789012'])
      expect((await set(fresh, guessable)).json()).toMatchObject({ code: 'PASSWORD_GUESSABLE' })
    expect((await set(fresh, 'eleven char')).json()).toMatchObject({ code: 'PASSWORD_INVALID' })
    expect((await set(fresh, 'x'.repeat(129))).json()).toMatchObject({ code: 'PASSWORD_INVALID' })
  })

  test('is changed with the current one, and every other session ends', async () => {
    const { email } = await accounts.person()
    const [here, there] = [openBrowser(accounts.app), openBrowser(accounts.app)]
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
    const { email, id } = await accounts.person()
    const failures = () =>
      accounts.db
        .selectFrom('audit')
        .select(['action', 'actor_id', 'facts'])
        .where('subject_id', '=', id)
        .where('action', '=', 'sign-in.failed')
        .execute()
    const fail = (host: number) =>
      accounts.app.inject({
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
    const alerts = await accounts.db
      .selectFrom('alerts')
      .select(['kind', 'facts'])
      .where('closed_at', 'is', null)
      .execute()
    expect(alerts).toEqual([{ kind: 'sign-ins-failed', facts: { userId: id } }])
    // the first wait is a second, which a slow machine may outlast; each further one is twice as long
    let refused = await fail(20)
    for (let waits = 1; refused.statusCode === 401 && waits < 6; waits++) refused = await fail(20)
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }])
  })

  test('of a code or of the own password is in the audit, and a call that a role may not make', async () => {
    const { email, id } = await accounts.person()
    const browser = openBrowser(accounts.app)
    await browser.signIn(email)
    await browser.ask('POST', '/auth/two-factor/enable', { password: 'a wrong password' })
    await browser.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })
    await browser.ask('POST', '/auth/two-factor/verify-totp', { code: '000000' })
    await accounts.db.updateTable('user_roles').set({ role: 'viewer' }).where('user_id', '=', id).execute()
    expect((await browser.ask('GET', '/functions/people')).statusCode).toBe(403)
    const audited = await accounts.db
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
