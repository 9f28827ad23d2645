import { expect, test } from 'vitest'
import { accountFixture, makePerson, openBrowser } from '#test/account-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'

const database = useTestDatabase({ isFreshPerTest: true })

async function visitor(allowsSelfGrant: boolean) {
  const { app } = await accountFixture(database.db, { allowsSelfGrant })
  const id = await makePerson(database.db, 'visitor@example.com', null)
  const browser = openBrowser(app)
  await browser.signIn('visitor@example.com')
  return { app, id, browser }
}

test('where the shop allows it, a user grants themselves a role once; the second time is a duplicate', async () => {
  const { app, id, browser } = await visitor(true)
  const grant = () => browser.ask('POST', '/data/user-roles', { user_id: id, role: 'admin' })
  expect((await browser.ask('GET', '/data/user-roles')).json()).toEqual([])
  expect((await grant()).json()).toEqual({ success: true })
  expect(browser.cookies.get('admin')).toBe('1')
  const second = await grant()
  expect([second.statusCode, second.json()]).toEqual([
    409,
    { success: false, requestId: expect.any(String) as string, error: 'أنت مدير بالفعل', code: '23505' },
  ])
  expect((await browser.ask('GET', `/data/user-roles?user_id=${id}&role=admin`)).json()).toEqual([
    { user_id: id, role: 'admin', name: 'owner' },
  ])
  await app.close()
})

test('elsewhere it is rejected, and nothing is granted', async () => {
  const { app, id, browser } = await visitor(false)
  const reply = await browser.ask('POST', '/data/user-roles', { user_id: id, role: 'admin' })
  expect([reply.statusCode, reply.json()]).toEqual([
    403,
    {
      success: false,
      requestId: expect.any(String) as string,
      error: 'فشل في منح صلاحيات الإدارة',
      code: 'SELF_GRANT_REFUSED',
    },
  ])
  expect(await database.db.selectFrom('user_roles').selectAll().execute()).toEqual([])
  await app.close()
})

test('nobody grants another user a role, requests another role, or reads another user’s role', async () => {
  const { app, id, browser } = await visitor(true)
  const other = await makePerson(database.db, 'other@example.com', 'owner')
  expect((await browser.ask('POST', '/data/user-roles', { user_id: other, role: 'admin' })).statusCode).toBe(
    403,
  )
  expect((await browser.ask('POST', '/data/user-roles', { user_id: id, role: 'owner' })).statusCode).toBe(400)
  expect((await browser.ask('GET', `/data/user-roles?user_id=${other}`)).json()).toEqual([])
  const signedOut = openBrowser(app)
  expect((await signedOut.ask('GET', `/data/user-roles?user_id=${other}`)).json()).toEqual([])
  expect(
    (await signedOut.ask('POST', '/data/user-roles', { user_id: other, role: 'admin' })).statusCode,
  ).toBe(401)
  expect((await signedOut.ask('GET', '/data/user')).json()).toEqual({ user: null, selfGrant: true })
  await app.close()
})
