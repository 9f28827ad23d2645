import { expect, test } from 'vitest'
import { openBrowser } from '#test/account-fixture.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { keyhold } from '#test/keyhold.ts'

const database = useTestDatabase()
const fixture = useAccountFixture(database)

const admin = (words: readonly string[], stdin = '') =>
  keyhold(['admin', ...words], { DATABASE_URL: database.url }, stdin)

async function roleAfterSignIn(email: string, password: string) {
  const browser = openBrowser(fixture.app)
  await browser.signIn(email, password)
  return (await browser.ask('GET', '/data/user')).json<{ user: { role: string | null } | null }>().user?.role
}

test('the first line of standard input is the password, and the account becomes an owner', async () => {
  const outcome = await admin(['create', 'Ada@example.com'], 'a long password\nanother line\n')
  expect(outcome).toEqual({ status: 0, out: ['account created as owner'], said: [] })
  expect(await roleAfterSignIn('ada@example.com', 'a long password')).toBe('owner')
  const again = await admin(['create', 'ada@example.com'], 'a long password')
  expect([again.status, again.out]).toEqual([1, []])
  expect(again.said[0]).toContain('there is an account with this e-mail already')
})

test('without a password a one-time link is printed, to be opened in a browser', async () => {
  const { status, out } = await admin(['create', 'link@example.com', '--role', 'support'])
  expect([status, out[0]]).toEqual([0, 'account created as support'])
  const link = new URL(out[1] ?? '')
  expect(link.href).toMatch(/^http:\/\/127\.0\.0\.1:8080\/sign-in#token=[\w-]{43}$/)
  await openBrowser(fixture.app).ask('POST', '/auth/set-password', {
    token: link.hash.slice('#token='.length),
    password: 'chosen after the invitation',
  })
  expect(await roleAfterSignIn('link@example.com', 'chosen after the invitation')).toBe('support')
})

test('an account may have no role', async () => {
  await admin(['create', 'none@example.com', '--role', 'none'], 'a long password')
  expect(await roleAfterSignIn('none@example.com', 'a long password')).toBe(null)
})

test.each([
  [['create'], 2, 'expected one e-mail address'],
  [['create', 'no address'], 2, 'expected one e-mail address'],
  [['create', 'a@example.com', 'secret password'], 2, 'never as an argument'],
  [['create', 'a@example.com', '--role', 'king'], 2, '--role is owner, manager, support, viewer or none'],
  [['reset', 'nobody@example.com'], 1, 'there is no account with this e-mail'],
])('admin %j fails with status %i and says why', async (words, status, why) => {
  const outcome = await admin(words)
  expect(outcome.status).toBe(status)
  expect(outcome.said[0]).toContain(why)
})

test('a password that is too short is rejected before anything is created', async () => {
  const outcome = await admin(['create', 'short@example.com'], 'eleven char')
  expect(outcome).toEqual({
    status: 1,
    out: [],
    said: ['the password has 11 characters; expected 12 to 128'],
  })
})

test('someone who is locked out can sign in again after a reset', async () => {
  await admin(['create', 'lost@example.com'], 'a long password')
  expect((await admin(['reset', 'lost@example.com'], 'a newer password')).status).toBe(0)
  expect(await roleAfterSignIn('lost@example.com', 'a long password')).toBeUndefined()
  expect(await roleAfterSignIn('lost@example.com', 'a newer password')).toBe('owner')
})
