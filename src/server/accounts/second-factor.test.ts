import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { auditedActions } from '#test/audit-of.ts'
import { accountFixture, makePerson, openBrowser, PASSWORD } from '#test/account-fixture.ts'
import { useAccounts } from '#test/use-accounts.ts'

const accounts = useAccounts()

describe('in production', () => {
  test('an owner has one sign-in without a second factor; afterwards only the setting up of one', async () => {
    const strict = await accountFixture(accounts.db, { isStrict: true })
    const { email } = await accounts.person()
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
    const strict = await accountFixture(accounts.db, { isStrict: true })
    const { email, id } = await accounts.person()
    const browser = openBrowser(strict.app)
    await browser.signIn(email)
    const invite = async () => {
      const body = { action: 'invite', email: `invited-by-${email}`, role: 'viewer' }
      const reply = await browser.ask('POST', '/functions/people', body)
      return reply.statusCode === 200 ? 200 : reply.json<{ code: string }>().code
    }
    await accounts.db
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
    const strict = await accountFixture(accounts.db, { isStrict: true })
    const email = 'viewer@example.com'
    await makePerson(accounts.db, email, 'viewer')
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
    const { email, id } = await accounts.person()
    const browser = openBrowser(accounts.app)
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
    const { backup_codes: stored } = await accounts.db
      .selectFrom('user_second_factors')
      .select('backup_codes')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const hashes = JSON.parse(stored) as string[]
    expect(hashes).toHaveLength(9)
    for (const hash of hashes) expect(hash).toMatch(/^hmac:/)
    expect(await auditedActions(accounts.db, { actor_id: id })).toContain('second-factor.on')
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
