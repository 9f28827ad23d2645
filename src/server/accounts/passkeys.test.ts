import { describe, expect, test } from 'vitest'
import { accountFixture, openBrowser, PASSWORD, type Browser } from '#test/account-fixture.ts'
import { softwareAuthenticator, type PasskeyFlaws } from '#test/software-authenticator.ts'
import { totpCode } from '#test/totp-code.ts'
import { useAccounts } from '#test/use-accounts.ts'
import { createLog } from '#server/runtime/log.ts'
import { resetAccount, setDisabled } from './people.ts'

const ORIGIN = 'http://127.0.0.1:8080'
const accounts = useAccounts()

/** A person who is signed in and gave the password once more. */
async function person(app = accounts.app) {
  const made = await accounts.person()
  const browser = openBrowser(app)
  await browser.signIn(made.email)
  await browser.ask('POST', '/auth/confirm', { password: PASSWORD })
  return { ...made, browser }
}

async function challenge(browser: Browser): Promise<string> {
  const reply = await browser.ask('POST', '/auth/passkey/request', {})
  return reply.json<{ request: { challenge: string } }>().request.challenge
}

async function start(browser: Browser): Promise<string> {
  const reply = await browser.ask('POST', '/auth/passkeys/start', {})
  return reply.json<{ creation: { challenge: string } }>().creation.challenge
}

async function add(browser: Browser, name = 'Laptop') {
  const device = softwareAuthenticator(ORIGIN)
  const attestation = device.create(await start(browser))
  const reply = await browser.ask('POST', '/auth/passkeys', { name, attestation })
  return { device, reply, recoveryCodes: reply.json<{ recoveryCodes: string[] }>().recoveryCodes }
}

const list = async (browser: Browser) =>
  (await browser.ask('GET', '/auth/passkeys')).json<{ passkeys: { id: string; name: string }[] }>().passkeys

async function firstId(browser: Browser): Promise<string> {
  const [first] = await list(browser)
  if (first === undefined) throw new Error('expected a passkey, got none')
  return first.id
}

async function signIn(
  device: ReturnType<typeof softwareAuthenticator>,
  flaws: PasskeyFlaws = {},
  browser = openBrowser(accounts.app),
) {
  const assertion = device.use(await challenge(browser), flaws)
  return { browser, assertion, reply: await browser.ask('POST', '/auth/passkey/sign-in', { assertion }) }
}

const user = async (browser: Browser) =>
  (await browser.ask('GET', '/data/user')).json<{ user: Record<string, unknown> | null }>().user

const audited = async (id: string) =>
  (
    await accounts.db
      .selectFrom('audit')
      .select('action')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('a passkey', () => {
  test('signs in without password and code, and is a second factor', async () => {
    const { id, email, browser } = await person()
    const other = openBrowser(accounts.app)
    await other.signIn(email)
    const { device, recoveryCodes } = await add(browser)
    expect(recoveryCodes).toHaveLength(10)
    expect(await user(browser)).toMatchObject({ hasSecondFactor: true, hasAuthenticator: false })
    // a session that began without it has ended
    expect(await user(other)).toBeNull()
    expect(await list(browser)).toMatchObject([{ name: 'Laptop', isSynced: false, lastUsedAt: null }])
    const { reply, browser: fresh } = await signIn(device)
    expect(reply.json()).toEqual({ success: true, secondFactor: false })
    expect(await user(fresh)).toMatchObject({ id, hasSecondFactor: true })
    expect(await list(fresh)).toMatchObject([{ lastUsedAt: expect.any(String) as string }])
    expect(await audited(id)).toEqual(expect.arrayContaining(['passkey.add', 'sign-in']))
  })

  test('is asked for after the password, as a code is; a recovery code works, too', async () => {
    const { id, email, browser } = await person()
    const { device, recoveryCodes } = await add(browser)
    const second = openBrowser(accounts.app)
    expect((await second.signIn(email)).json()).toEqual({ success: true, secondFactor: true })
    expect(await user(second)).toBeNull()
    expect((await signIn(device, {}, second)).reply.statusCode).toBe(200)
    expect(await user(second)).toMatchObject({ id })
    const third = openBrowser(accounts.app)
    await third.signIn(email)
    const [code = ''] = recoveryCodes
    expect(
      (await third.ask('POST', '/auth/two-factor/verify-totp', { code: '123456' })).json(),
    ).toMatchObject({ code: 'CODE_WRONG' })
    expect((await third.ask('POST', '/auth/two-factor/verify-backup-code', { code })).statusCode).toBe(200)
    expect(await user(third)).toMatchObject({ id })
  })

  test('is what an owner needs in production, from the first sign-in on', async () => {
    const strict = await accountFixture(accounts.db, { isStrict: true })
    const { browser, email } = await person(strict.app)
    expect(await user(browser)).toMatchObject({ secondFactorDue: 'soon' })
    const late = openBrowser(strict.app)
    await late.signIn(email)
    expect(await user(late)).toMatchObject({ secondFactorDue: 'now' })
    const { device } = await add(browser)
    expect(await user(browser)).toMatchObject({ secondFactorDue: 'no' })
    const { browser: fresh } = await signIn(device, {}, openBrowser(strict.app))
    expect((await fresh.ask('GET', '/functions/people')).statusCode).toBe(200)
    // without it, the account is again one without a second factor
    const id = await firstId(browser)
    await browser.ask('DELETE', '/auth/passkeys', { id })
    expect(await user(fresh)).toMatchObject({ hasSecondFactor: false, secondFactorDue: 'now' })
    await strict.app.close()
  })

  test('is bound to the public address, and is verified by its device', async () => {
    const { browser } = await person()
    const reply = await browser.ask('POST', '/auth/passkeys/start', {}, { host: 'evil.example' })
    expect(reply.json()).toMatchObject({
      creation: {
        rp: { id: '127.0.0.1', name: 'Ashen Dominion' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    })
    const asked = await openBrowser(accounts.app).ask(
      'POST',
      '/auth/passkey/request',
      {},
      { host: 'evil.example' },
    )
    expect(asked.json()).toMatchObject({ request: { rpId: '127.0.0.1', userVerification: 'required' } })
    expect(asked.json()).not.toHaveProperty('request.allowCredentials')
  })
})

describe('adding and removing', () => {
  test('needs the password or a passkey right before', async () => {
    const { id, email, browser } = await person()
    const { device } = await add(browser)
    const { browser: fresh } = await signIn(device)
    const refused = async (method: 'POST' | 'DELETE', url: string, body: object) =>
      (await fresh.ask(method, url, body)).json<{ code: string }>().code
    const passkey = await firstId(fresh)
    expect(await refused('POST', '/auth/passkeys/start', {})).toBe('CONFIRM_REQUIRED')
    expect(await refused('DELETE', '/auth/passkeys', { id: passkey })).toBe('CONFIRM_REQUIRED')
    const before = fresh.cookies.get('keyhold.session_token')
    const assertion = device.use(await challenge(fresh))
    expect((await fresh.ask('POST', '/auth/confirm', { assertion })).json()).toEqual({ success: true })
    expect(fresh.cookies.get('keyhold.session_token')).not.toBe(before)
    expect((await add(fresh, 'Phone')).recoveryCodes).toEqual([])
    await accounts.db
      .updateTable('user_sessions')
      .set({ confirmed_at: new Date(Date.now() - 3 * 60_000) })
      .where('user_id', '=', id)
      .execute()
    expect(await refused('DELETE', '/auth/passkeys', { id: passkey })).toBe('CONFIRM_REQUIRED')
    await fresh.ask('POST', '/auth/confirm', { password: PASSWORD })
    expect((await fresh.ask('DELETE', '/auth/passkeys', { id: passkey })).statusCode).toBe(200)
    expect(await list(fresh)).toMatchObject([{ name: 'Phone' }])
    expect((await signIn(device)).reply.json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
    // one remains, so the password alone is not enough
    expect((await openBrowser(accounts.app).signIn(email)).json()).toMatchObject({ secondFactor: true })
    expect(await audited(id)).toEqual(expect.arrayContaining(['passkey.add', 'passkey.remove']))
  })

  test('the last one takes the recovery codes with it', async () => {
    const { id, email, browser } = await person()
    await add(browser)
    const passkey = await firstId(browser)
    expect((await browser.ask('DELETE', '/auth/passkeys', { id: passkey })).statusCode).toBe(200)
    expect(await user(browser)).toMatchObject({ hasSecondFactor: false })
    const rows = await accounts.db
      .selectFrom('user_second_factors')
      .select('id')
      .where('user_id', '=', id)
      .execute()
    expect(rows).toEqual([])
    expect((await openBrowser(accounts.app).signIn(email)).json()).toMatchObject({ secondFactor: false })
  })

  test('leaves an authenticator app as it is, and the other way round', async () => {
    const { id, email, browser } = await person()
    const { recoveryCodes } = await add(browser)
    const started = (await browser.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })).json<{
      totpUri: string
      recoveryCodes: string[]
    }>()
    // the codes of the passkey go on working
    expect(started.recoveryCodes).toEqual([])
    const code = totpCode(new URL(started.totpUri).searchParams.get('secret') ?? '', Date.now())
    await browser.ask('POST', '/auth/two-factor/verify-totp', { code })
    expect(await user(browser)).toMatchObject({ hasAuthenticator: true })
    expect(await audited(id)).toContain('second-factor.on')
    await browser.ask('POST', '/auth/two-factor/disable', { password: PASSWORD })
    expect(await user(browser)).toMatchObject({ hasSecondFactor: true, hasAuthenticator: false })
    expect(await audited(id)).toContain('second-factor.off')
    const late = openBrowser(accounts.app)
    expect((await late.signIn(email)).json()).toMatchObject({ secondFactor: true })
    const [recovery = ''] = recoveryCodes
    expect(
      (await late.ask('POST', '/auth/two-factor/verify-backup-code', { code: recovery })).statusCode,
    ).toBe(200)
  })

  test('new recovery codes take the place of the earlier ones, or of none', async () => {
    const { id, email, browser } = await person()
    const { recoveryCodes: earlier } = await add(browser)
    const renew = async (password: string) =>
      (await browser.ask('POST', '/auth/two-factor/generate-backup-codes', { password })).json<{
        recoveryCodes: string[]
        code: string
      }>()
    expect(await renew('a wrong password')).toMatchObject({ code: 'PASSWORD_WRONG' })
    // as after the secret of the installation was lost
    await accounts.db.deleteFrom('user_second_factors').where('user_id', '=', id).execute()
    expect(await user(browser)).toMatchObject({ hasSecondFactor: true, hasPasskey: true })
    const { recoveryCodes } = await renew(PASSWORD)
    expect(recoveryCodes).toHaveLength(10)
    // given in a session, a code turns nothing on
    const [, spare] = recoveryCodes
    await browser.ask('POST', '/auth/two-factor/verify-backup-code', { code: spare })
    expect(await audited(id)).not.toContain('second-factor.on')
    const late = openBrowser(accounts.app)
    await late.signIn(email)
    const statuses = []
    for (const code of [earlier[0], recoveryCodes[0]])
      statuses.push((await late.ask('POST', '/auth/two-factor/verify-backup-code', { code })).statusCode)
    expect(statuses).toEqual([401, 200])
  })

  test('a name can be changed', async () => {
    const { browser } = await person()
    await add(browser)
    const id = await firstId(browser)
    await browser.ask('POST', '/auth/passkeys/rename', { id, name: '  Phone ' })
    expect(await list(browser)).toMatchObject([{ id, name: 'Phone' }])
    expect((await browser.ask('POST', '/auth/passkeys/rename', { id, name: ' ' })).statusCode).toBe(400)
  })

  test('ends with twenty', async () => {
    const { id, browser } = await person()
    await add(browser)
    const first = await accounts.db
      .selectFrom('user_passkeys')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: 19 }, (_, index) => {
      const { id: _id, ...row } = first
      return { ...row, credential_id: `${first.credential_id}${String(index)}` }
    })
    await accounts.db.insertInto('user_passkeys').values(more).execute()
    expect((await browser.ask('POST', '/auth/passkeys/start', {})).json()).toMatchObject({
      code: 'PASSKEYS_FULL',
    })
  })
})

describe('an owner', () => {
  test('who resets an account removes its passkeys, and who disables it, their use', async () => {
    const { id, browser } = await person()
    const { device } = await add(browser)
    const by = { actorId: null, now: new Date() }
    await setDisabled(accounts.db, id, true, by)
    expect((await signIn(device)).reply.json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
    await setDisabled(accounts.db, id, false, by)
    expect((await signIn(device)).reply.statusCode).toBe(200)
    await resetAccount(accounts.db, id, null, by)
    expect((await signIn(device)).reply.json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
    const rows = await accounts.db
      .selectFrom('users')
      .select('two_factor_enabled')
      .where('id', '=', id)
      .execute()
    expect(rows).toEqual([{ two_factor_enabled: false }])
  })
})

describe('is refused:', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a device that did not check its user', { isVerified: false }],
    ['a count that went back, as of a copy', { counter: 1 }],
  ])('signing in with %s', async (_name, flaws) => {
    const { id, browser } = await person()
    const { device } = await add(browser)
    expect((await signIn(device)).reply.statusCode).toBe(200)
    const { reply, browser: attacker } = await signIn(device, flaws)
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([401, 'PASSKEY_REFUSED'])
    expect(await user(attacker)).toBeNull()
    expect(await audited(id)).toContain('passkey.failed')
    // the device itself goes on
    expect((await signIn(device)).reply.statusCode).toBe(200)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a device that did not check its user', { isVerified: false }],
  ])('adding one with %s', async (_name, flaws) => {
    const { browser } = await person()
    const attestation = softwareAuthenticator(ORIGIN).create(await start(browser), flaws)
    const reply = await browser.ask('POST', '/auth/passkeys', { name: 'Laptop', attestation })
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([401, 'PASSKEY_REFUSED'])
    expect(await list(browser)).toEqual([])
    expect(await user(browser)).toMatchObject({ hasSecondFactor: false })
  })

  test('an answer given twice, and one to the challenge of another browser', async () => {
    const { browser } = await person()
    const { device } = await add(browser)
    const { browser: first, assertion } = await signIn(device)
    first.cookies.delete('keyhold.session_token')
    const again = await first.ask('POST', '/auth/passkey/sign-in', { assertion })
    expect(again.json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
    const victim = openBrowser(accounts.app)
    const attacker = openBrowser(accounts.app)
    await challenge(attacker)
    const stolen = device.use(await challenge(victim))
    const reply = await attacker.ask('POST', '/auth/passkey/sign-in', { assertion: stolen })
    expect(reply.json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
  })

  test('an unknown passkey, and somebody else’s where one is signed in', async () => {
    const stranger = softwareAuthenticator(ORIGIN)
    expect((await signIn(stranger)).reply.json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
    const [mine, theirs] = [await person(), await person()]
    const { device } = await add(theirs.browser)
    const assertion = device.use(await challenge(mine.browser))
    for (const path of ['/auth/passkey/sign-in', '/auth/confirm']) {
      const reply = await mine.browser.ask('POST', path, { assertion })
      expect(reply.json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
    }
    expect(await user(mine.browser)).toMatchObject({ id: mine.id })
  })

  test('every call about somebody else’s passkey, and every call without a session', async () => {
    const [mine, theirs] = [await person(), await person()]
    await add(theirs.browser)
    const id = await firstId(theirs.browser)
    const attestation = softwareAuthenticator(ORIGIN).create(await start(mine.browser))
    const calls = [
      ['POST', '/auth/passkeys/rename', { id, name: 'Mine' }, 'PASSKEY_UNKNOWN'],
      ['DELETE', '/auth/passkeys', { id }, 'PASSKEY_UNKNOWN'],
      ['POST', '/auth/passkeys/start', {}, null],
      ['POST', '/auth/passkeys', { name: 'Laptop', attestation }, null],
    ] as const
    for (const [method, url, body, code] of calls) {
      const anonymous = await openBrowser(accounts.app).ask(method, url, body)
      expect([url, anonymous.statusCode]).toEqual([url, 401])
      if (code !== null) expect((await mine.browser.ask(method, url, body)).json()).toMatchObject({ code })
      const foreign = await mine.browser.ask(method, url, body, { origin: 'https://evil.example' })
      expect([url, foreign.statusCode]).toEqual([url, 403])
    }
    expect(await list(theirs.browser)).toMatchObject([{ id, name: 'Laptop' }])
    expect((await openBrowser(accounts.app).ask('GET', '/auth/passkeys')).statusCode).toBe(401)
  })

  test('one that another person began', async () => {
    const [mine, theirs] = [await person(), await person()]
    const attestation = softwareAuthenticator(ORIGIN).create(await start(theirs.browser))
    const cookie = [...theirs.browser.cookies].find(([name]) => name.endsWith('passkey'))
    mine.browser.cookies.set(...(cookie ?? ['', '']))
    const reply = await mine.browser.ask('POST', '/auth/passkeys', { name: 'Laptop', attestation })
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([401, 'PASSKEY_REFUSED'])
    expect(await list(mine.browser)).toEqual([])
  })

  test('after failures, every attempt for a while', async () => {
    const { browser } = await person()
    const { device } = await add(browser)
    const attacker = openBrowser(accounts.app)
    const codes: string[] = []
    for (let time = 0; time < 7; time++) {
      const { reply } = await signIn(device, { isVerified: false }, attacker)
      codes.push(reply.json<{ code: string }>().code)
    }
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('PASSKEY_REFUSED'))
    expect(codes).toContain('RATE_LIMITED')
  })
})

test('what the log says of a copied passkey has no secret', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) })
  const logged = await accountFixture(accounts.db, { log })
  const { browser } = await person(logged.app)
  const { device } = await add(browser)
  await signIn(device, {}, openBrowser(logged.app))
  await signIn(device, { counter: 1 }, openBrowser(logged.app))
  await signIn(device, { origin: 'https://evil.example' }, openBrowser(logged.app))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    message: 'a passkey was refused: its counter went back, so there may be a copy of it',
  })
  await logged.app.close()
})
