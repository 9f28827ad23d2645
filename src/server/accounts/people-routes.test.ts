import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  accountFixture,
  makePerson,
  openBrowser,
  type AccountFixture,
  type Browser,
} from '#test/account-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'

const database = useTestDatabase({ isFreshPerTest: true })
let fixture: AccountFixture
let owner: Browser
let ownerId: string
beforeEach(async () => {
  fixture = await accountFixture(database.db)
  ownerId = await makePerson(database.db, 'owner@example.com', 'owner')
  owner = openBrowser(fixture.app)
  await owner.signIn('owner@example.com')
})
afterEach(() => fixture.app.close())

const act = (body: object) => owner.ask('POST', '/functions/people', body)

test('an owner invites by a link that sets a password once', async () => {
  const reply = await act({ action: 'invite', email: 'New@example.com', role: 'support' })
  const { link } = reply.json<{ link: string }>()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/sign-in#token=[\w-]{43}$/)
  const token = new URL(link).hash.slice('#token='.length)
  const browser = openBrowser(fixture.app)
  await browser.ask('POST', '/auth/set-password', { token, password: 'a fresh password' })
  await browser.signIn('new@example.com', 'a fresh password')
  expect((await browser.ask('GET', '/data/user')).json()).toMatchObject({ user: { role: 'support' } })
  expect((await browser.ask('GET', '/functions/people')).statusCode).toBe(403)
  expect((await act({ action: 'invite', email: 'new@example.com', role: null })).json()).toMatchObject({
    code: 'EMAIL_TAKEN',
  })
  const { people } = (await owner.ask('GET', '/functions/people')).json<{ people: object[] }>()
  expect(people).toMatchObject([
    { email: 'new@example.com', role: 'support', hasPassword: true, isDisabled: false },
    { email: 'owner@example.com', role: 'owner', lastSignInAt: expect.any(String) as string },
  ])
})

describe('a change', () => {
  let other: Browser
  let otherId: string
  beforeEach(async () => {
    otherId = await makePerson(database.db, 'other@example.com', 'owner')
    other = openBrowser(fixture.app)
    await other.signIn('other@example.com')
  })

  test('of role applies from the next call on', async () => {
    expect((await act({ action: 'role', userId: otherId, role: 'viewer' })).json()).toEqual({
      success: true,
      link: null,
    })
    expect((await other.ask('GET', '/functions/people')).statusCode).toBe(403)
    await act({ action: 'role', userId: otherId, role: null })
    expect((await other.ask('GET', '/data/user-roles')).json()).toEqual([])
  })

  test('that disables an account ends every session; enabling allows sign-in again', async () => {
    await act({ action: 'disable', userId: otherId })
    expect((await other.ask('GET', '/functions/people')).statusCode).toBe(401)
    expect((await other.signIn('other@example.com')).statusCode).toBe(401)
    await act({ action: 'enable', userId: otherId })
    expect((await other.signIn('other@example.com')).statusCode).toBe(200)
  })

  test('that resets an account removes the password and creates a link to set a new one', async () => {
    const { link } = (await act({ action: 'reset', userId: otherId })).json<{ link: string }>()
    expect((await other.signIn('other@example.com')).statusCode).toBe(401)
    const token = new URL(link).hash.slice('#token='.length)
    await other.ask('POST', '/auth/set-password', { token, password: 'a fresh password' })
    expect((await other.signIn('other@example.com', 'a fresh password')).statusCode).toBe(200)
  })

  test('that would leave no owner is rejected, also when two owners demote each other at once', async () => {
    const outcomes = await Promise.all([
      act({ action: 'role', userId: otherId, role: 'manager' }),
      other.ask('POST', '/functions/people', { action: 'disable', userId: ownerId }),
    ])
    const codes = outcomes.map((one) => one.json<{ code?: string }>().code ?? 'done').sort()
    // the second one is by then the last owner, or no owner any more
    expect(codes[1]).toBe('done')
    expect(['FORBIDDEN', 'LAST_OWNER', 'UNAUTHORIZED']).toContain(codes[0])
    const owners = await database.db
      .selectFrom('user_roles as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select('r.user_id')
      .where('r.role', '=', 'owner')
      .where('u.disabled_at', 'is', null)
      .execute()
    expect(owners).toHaveLength(1)
  })

  test('is recorded in the audit with its actor', async () => {
    await act({ action: 'role', userId: otherId, role: 'viewer' })
    const [last] = await database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(last).toMatchObject({
      actor_id: ownerId,
      action: 'role.set',
      subject_kind: 'user',
      subject_id: otherId,
      facts: { role: 'viewer' },
    })
  })
})
