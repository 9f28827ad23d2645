import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openBrowser, type Browser } from '#test/account-fixture.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { KEYS_URL, NOW, shown, useKeyRoutes, type Visitor } from '#test/use-key-routes.ts'
import { addNewKeys } from './generate-keys.ts'
import { foldKeyCounts } from './key-counts.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const { database, fixture, browsers, list, insertKey } = useKeyRoutes()
const statsOf = async () =>
  (await browsers.viewer.ask('GET', `${KEYS_URL}?action=stats`)).json<{ stats: object }>().stats

describe('statistics', () => {
  test('count every key by edition and status, after every change and merge', async () => {
    await addNewKeys(database.db, TEST_CIPHER, 'standard', 3)
    await addNewKeys(database.db, TEST_CIPHER, 'supporter', 2)
    await insertKey('USED-AAAA', { buyer: 'ada@example.com' })
    await insertKey('HELD-AAAA', { edition: 'supporter' })
    await database.db
      .updateTable('game_keys')
      .set({ retired_at: NOW })
      .where('key_hash', '=', TEST_CIPHER.hashKey('HELD-AAAA'))
      .execute()
    await sql`delete from game_keys where id in (select id from game_keys where status = 'available' and game_edition = 'standard' limit 1)`.execute(
      database.db,
    )
    const waits = { status: 'confirmed', confirmed_at: NOW, awaiting_keys_since: NOW, quantity: 3 }
    await insertPayment(database.db, waits)
    const expected = {
      standard: { available: 2, used: 1, elsewhere: 0, retired: 0, total: 3, reserved: 3, waiting: 3 },
      supporter: { available: 2, used: 0, elsewhere: 0, retired: 1, total: 3, reserved: 0, waiting: 0 },
    }
    expect(await statsOf()).toEqual(expected)
    await Promise.all([
      foldKeyCounts(database.db),
      addNewKeys(database.db, TEST_CIPHER, 'standard', 1),
      foldKeyCounts(database.db),
    ])
    expect(await statsOf()).toEqual({
      ...expected,
      standard: { available: 3, used: 1, elsewhere: 0, retired: 0, total: 4, reserved: 3, waiting: 3 },
    })
  })

  test('answer a form as well', async () => {
    const reply = await browsers.owner.ask('POST', KEYS_URL, undefined, FORM)
    expect(reply.statusCode).toBe(400)
    const form = await fixture.app.inject({
      method: 'POST',
      url: KEYS_URL,
      headers: { ...FORM, cookie: cookiesOf(browsers.owner) },
      payload: 'action=stats',
    })
    expect(form.json()).toMatchObject({ success: true, stats: { standard: { total: 0 } } })
  })
})

describe('actions', () => {
  const generate = (body: object, as: Visitor = 'owner') =>
    browsers[as].ask('POST', KEYS_URL, { action: 'generate', edition: 'standard', ...body })

  test('generate keys of an edition, and the audit records it', async () => {
    const reply = await generate({ count: 10 }, 'manager')
    expect(reply.json()).toEqual({
      success: true,
      message: 'تم توليد المفاتيح بنجاح (العدد: 10)',
      count: 10,
      refused: [],
    })
    expect((await list('', 'support')).pagination.total).toBe(10)
    expect(await lastAudit()).toMatchObject({
      action: 'keys.generate',
      subject_id: 'standard',
      facts: { count: 10 },
    })
  })

  test.each([0, 101, -1, 1.5, '10', null, undefined, Number.MAX_SAFE_INTEGER, [10]])(
    'refuse to generate %j keys',
    async (count) => {
      const reply = await generate({ count })
      expect([reply.statusCode, reply.json()]).toEqual([
        400,
        {
          success: false,
          requestId: expect.any(String) as string,
          error: 'عدد المفاتيح يجب أن يكون بين 1 و 100',
          code: 'COUNT_OUT_OF_RANGE',
        },
      ])
    },
  )

  test('delete a free key, and no other', async () => {
    const free = await insertKey('FREE-AAAA')
    const used = await insertKey('USED-AAAA', { buyer: 'ada@example.com' })
    const held = await insertKey('HELD-AAAA')
    const order = await insertPayment(database.db)
    await database.db
      .updateTable('game_keys')
      .set({ held_for: order, held_until: new Date(Date.now() + 60_000) })
      .where('id', '=', held)
      .execute()
    const remove = (keyId: string) => browsers.owner.ask('DELETE', KEYS_URL, { keyId })
    expect((await remove(free)).json()).toMatchObject({ success: true, message: 'تم حذف المفتاح بنجاح' })
    expect(await lastAudit()).toMatchObject({ action: 'keys.delete', subject_kind: 'key', subject_id: free })
    for (const [id, status, code] of [
      [free, 404, 'KEY_NOT_FOUND'],
      [used, 409, 'KEY_USED'],
      [held, 409, 'KEY_HELD'],
    ] as const) {
      const reply = await remove(id)
      expect([reply.statusCode, reply.json()]).toEqual([
        status,
        { success: false, requestId: expect.any(String) as string, error: 'فشل في حذف المفتاح', code },
      ])
    }
    const many = (
      await browsers.owner.ask('DELETE', KEYS_URL, { keyIds: [held, used, await insertKey('FREE-BBBB')] })
    ).json<{ count: number; refused: { code: string }[] }>()
    expect([many.count, many.refused.map(({ code }) => code).sort()]).toEqual([1, ['KEY_HELD', 'KEY_USED']])
  })

  test('retire a key permanently, unsold or given back', async () => {
    const [free, used] = [
      await insertKey('FREE-AAAA'),
      await insertKey('USED-AAAA', { buyer: 'ada@example.com' }),
    ]
    const retire = (keyId: string) => browsers.manager.ask('POST', KEYS_URL, { action: 'retire', keyId })
    expect((await retire(free)).statusCode).toBe(200)
    expect((await retire(used)).statusCode).toBe(200)
    expect((await retire(used)).json()).toMatchObject({ code: 'KEY_RETIRED' })
    expect((await list('status=retired')).keys).toMatchObject([{ id: free, is_used: false }])
    expect((await list('status=used')).keys).toMatchObject([
      { id: used, retired_at: expect.any(String) as string },
    ])
    expect((await browsers.owner.ask('DELETE', KEYS_URL, { keyId: free })).json()).toMatchObject({
      code: 'KEY_RETIRED',
    })
  })

  test('list pages of plain keys, and the audit records each', async () => {
    await insertKey('PAGE-2345-6789-ABCD')
    const before = await lastAudit()
    await list('edition=standard', 'support')
    expect(await lastAudit()).toEqual(before)
    await list('edition=standard&q=ABCD')
    expect(await lastAudit()).toMatchObject({
      action: 'keys.show',
      facts: { edition: 'standard', status: 'all', page: 1, isSearch: true, count: 1 },
    })
  })

  test('reveal free keys to nobody who may not list them', async () => {
    const id = await insertKey('FREE-2345-6789-ABCD')
    const reveal = async (as: Visitor) =>
      (await browsers[as].ask('POST', KEYS_URL, { action: 'reveal', keyId: id })).statusCode
    expect([await reveal('support'), await reveal('owner')]).toEqual([403, 200])
  })

  test('let a viewer not search by what is masked', async () => {
    await insertKey('SOLD-2345-6789-WXYZ', { buyer: 'ada@example.com' })
    expect(shown(await list('q=ada', 'viewer'))).toEqual([])
    expect(shown(await list('q=ada', 'support'))).toEqual(['****-****-****-WXYZ'])
    expect(shown(await list('q=WXYZ', 'viewer'))).toEqual(['****-****-****-WXYZ'])
  })

  test('reveal one key to support, and the audit records it', async () => {
    const id = await insertKey('AAAA-BBBB-CCCC-DDDD', { buyer: 'ada@example.com' })
    const reply = await browsers.support.ask('POST', KEYS_URL, { action: 'reveal', keyId: id })
    expect(reply.json()).toEqual({ success: true, key: 'AAAA-BBBB-CCCC-DDDD' })
    expect(await lastAudit()).toMatchObject({ action: 'keys.reveal', subject_id: id, facts: {} })
    expect((await browsers.viewer.ask('POST', KEYS_URL, { action: 'reveal', keyId: id })).statusCode).toBe(
      403,
    )
  })

  test('without permission are refused in Arabic and with a code, and change nothing', async () => {
    const keyId = await insertKey('FREE-AAAA')
    const signedOut = openBrowser(fixture.app)
    for (const [browser, status, code] of [
      [browsers.support, 403, 'FORBIDDEN'],
      [browsers.none, 403, 'FORBIDDEN'],
      [signedOut, 401, 'UNAUTHORIZED'],
    ] as const) {
      const made = await browser.ask('POST', KEYS_URL, { action: 'generate', edition: 'standard', count: 1 })
      expect([made.statusCode, made.json()]).toEqual([
        status,
        { success: false, requestId: expect.any(String) as string, error: 'فشل في توليد المفاتيح', code },
      ])
      const removed = await browser.ask('DELETE', KEYS_URL, { keyId })
      expect([removed.statusCode, removed.json()]).toEqual([
        status,
        { success: false, requestId: expect.any(String) as string, error: 'فشل في حذف المفتاح', code },
      ])
    }
    expect((await list('')).pagination.total).toBe(1)
  })

  test('that are invalid are refused in Arabic', async () => {
    const id = await insertKey('FREE-AAAA')
    for (const body of [{}, { action: 'steal' }, { action: 'list', page: 0 }, { action: 'retire' }]) {
      const reply = await browsers.owner.ask('POST', KEYS_URL, body)
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, 'BAD_REQUEST'])
      expect(reply.json<{ error: string }>().error).toMatch(/^فشل في /)
    }
    for (const body of [{}, { keyId: 'x' }, { keyId: id, keyIds: [id] }, { keyIds: [] }]) {
      const reply = await browsers.owner.ask('DELETE', KEYS_URL, body)
      expect(reply.json()).toEqual({
        success: false,
        requestId: expect.any(String) as string,
        error: 'فشل في حذف المفتاح',
        code: 'BAD_REQUEST',
      })
    }
  })
})

async function lastAudit() {
  return database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
}

function cookiesOf(browser: Browser): string {
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
