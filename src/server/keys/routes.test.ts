import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { KeyPageEdges, KeyRow, Pagination } from '#shared/admin-api.ts'
import { KEY_SORTS } from '#shared/list-sorts.ts'
import { makePerson, openBrowser, type Browser } from '#test/account-fixture.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { addNewKeys } from './generate-keys.ts'
import { foldKeyCounts } from './key-counts.ts'
import { keyRoutes } from './routes.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { keyRow } from '#test/insert-key.ts'

const URL = '/functions/manage-game-keys'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const NOW = new Date('2026-11-20T12:00:00Z')

const database = useTestDatabase()
const browsers = {} as Record<'owner' | 'manager' | 'support' | 'viewer' | 'none', Browser>
const fixture = useAccountFixture(database, { addRoutes: keyRoutes })
beforeAll(async () => {
  for (const role of ['owner', 'manager', 'support', 'viewer', 'none'] as const) {
    await makePerson(database.db, `${role}@example.com`, role === 'none' ? null : role)
    browsers[role] = openBrowser(fixture.app)
    await browsers[role].signIn(`${role}@example.com`)
  }
})
beforeEach(async () => {
  await sql`truncate game_keys, payments, wallets cascade`.execute(database.db)
})

interface Page {
  readonly keys: readonly KeyRow[]
  readonly pagination: Pagination
  readonly edges: KeyPageEdges
}
async function list(words: string, as: keyof typeof browsers = 'owner'): Promise<Page> {
  const reply = await browsers[as].ask('GET', `${URL}?action=list&${words}`)
  expect(reply.statusCode).toBe(200)
  return reply.json()
}
const statsOf = async () =>
  (await browsers.viewer.ask('GET', `${URL}?action=stats`)).json<{ stats: object }>().stats
const shown = (page: Page) => page.keys.map((key) => key.game_key)

/** Adds a key and returns its id; assigns it to a buyer if one is given. */
async function insertKey(
  text: string,
  { buyer, edition = 'standard' }: { buyer?: string; edition?: string } = {},
) {
  const { id } = await database.db
    .insertInto('game_keys')
    .values({ ...keyRow(text, edition), created_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (buyer === undefined) return id
  const paid = { status: 'confirmed', confirmed_at: NOW, delivered_at: NOW }
  const payment_id = await insertPayment(database.db, { ...paid, user_email: buyer, edition })
  await database.db
    .updateTable('game_keys')
    .set({ payment_id, line_no: 1, quantity: 1, handed_at: NOW })
    .where('id', '=', id)
    .execute()
  return id
}

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
      standard: { available: 2, used: 1, retired: 0, total: 3, reserved: 3, waiting: 3 },
      supporter: { available: 2, used: 0, retired: 1, total: 3, reserved: 0, waiting: 0 },
    }
    expect(await statsOf()).toEqual(expected)
    await Promise.all([
      foldKeyCounts(database.db),
      addNewKeys(database.db, TEST_CIPHER, 'standard', 1),
      foldKeyCounts(database.db),
    ])
    expect(await statsOf()).toEqual({
      ...expected,
      standard: { available: 3, used: 1, retired: 0, total: 4, reserved: 3, waiting: 3 },
    })
  })

  test('answer a form as well', async () => {
    const reply = await browsers.owner.ask('POST', URL, undefined, FORM)
    expect(reply.statusCode).toBe(400)
    const form = await fixture.app.inject({
      method: 'POST',
      url: URL,
      headers: { ...FORM, cookie: cookiesOf(browsers.owner) },
      payload: 'action=stats',
    })
    expect(form.json()).toMatchObject({ success: true, stats: { standard: { total: 0 } } })
  })
})

describe('the list', () => {
  test('has pages of fifty, newest first, with the buyer of a used key', async () => {
    await addNewKeys(database.db, TEST_CIPHER, 'standard', 60)
    await insertKey('USED-AAAA-BBBB-CCCC', { buyer: 'ada@example.com' })
    const first = await list('')
    expect([first.keys.length, first.pagination]).toEqual([
      50,
      { page: 1, limit: 50, total: 61, totalPages: 2, hasMore: false },
    ])
    const second = await list('page=2')
    expect(second.keys).toHaveLength(11)
    expect(new Set([...shown(first), ...shown(second)]).size).toBe(61)
    expect((await list('status=used')).keys).toMatchObject([
      {
        game_key: 'USED-AAAA-BBBB-CCCC',
        game_edition: 'standard',
        is_used: true,
        status: 'used',
        created_at: NOW.toISOString(),
        purchased_keys: [{ user_email: 'ada@example.com' }],
      },
    ])
    expect((await list('page=3')).keys).toEqual([])
  })

  test('is sorted both ways, each key once on its pages', async () => {
    await addNewKeys(database.db, TEST_CIPHER, 'supporter', 3)
    await addNewKeys(database.db, TEST_CIPHER, 'standard', 3)
    await insertKey('USED-AAAA', { buyer: 'ada@example.com' })
    const idsOf = async (sort: string) => {
      const pages = await Promise.all(
        [1, 2, 3].map((page) => list(`sort=${sort}&limit=3&page=${String(page)}`)),
      )
      return pages.flatMap(({ keys }) => keys.map(({ id }) => id))
    }
    for (const [way, back] of [
      ['newest', 'oldest'],
      ['edition_asc', 'edition_desc'],
      ['status_asc', 'status_desc'],
    ] as const) {
      const ids = await idsOf(way)
      expect(new Set(ids).size).toBe(7)
      expect(await idsOf(back)).toEqual(ids.toReversed())
    }
    const { keys } = await list('sort=edition_desc')
    expect(keys.map((key) => key.game_edition)).toEqual([
      ...Array<string>(3).fill('supporter'),
      ...Array<string>(4).fill('standard'),
    ])
    expect((await list('sort=status_desc')).keys[0]?.status).toBe('used')
  })

  test('is walked from page to page in both directions, whatever it is sorted by', async () => {
    await addNewKeys(database.db, TEST_CIPHER, 'supporter', 4)
    await addNewKeys(database.db, TEST_CIPHER, 'standard', 4)
    await insertKey('USED-AAAA', { buyer: 'ada@example.com' })
    // generated together: only their ids differ
    await sql`update game_keys set created_at = ${NOW} where game_edition = 'standard'`.execute(database.db)
    for (const sort of KEY_SORTS) {
      const all = (await list(`sort=${sort}`)).keys.map(({ id }) => id)
      const walk = async (first: string, step: (edges: Page['edges']) => string | null) => {
        const pages: string[][] = []
        for (let page = await list(`sort=${sort}&limit=2&${first}`); page.keys.length > 0;) {
          pages.push(page.keys.map(({ id }) => id))
          page = await list(`sort=${sort}&limit=2&page=2&${step(page.edges) ?? ''}`)
        }
        return pages
      }
      const down = await walk('page=1', ({ last }) => `after=${String(last)}`)
      const up = await walk('page=5', ({ first }) => `before=${String(first)}`)
      expect([down.flat(), up.toReversed().flat()]).toEqual([all, all])
    }
    expect((await list('edition=standard&limit=2&page=3')).keys).toHaveLength(1)
  })

  test('is filtered by edition and status', async () => {
    await addNewKeys(database.db, TEST_CIPHER, 'supporter', 2)
    await insertKey('USED-AAAA', { buyer: 'ada@example.com' })
    await insertKey('FREE-AAAA')
    for (const [words, total] of [
      ['edition=all&status=all', 4],
      ['edition=standard', 2],
      ['edition=supporter&status=available', 2],
      ['edition=supporter&status=used', 0],
      ['edition=standard&status=used', 1],
      ['status=available', 3],
    ] as const) {
      const page = await list(words)
      expect([words, page.keys.length, page.pagination.total]).toEqual([words, total, total])
    }
  })

  test('is searched by a whole key, its last group, and the start of an e-mail', async () => {
    await insertKey('AAAA-BBBB-CCCC-ANNA', { buyer: 'zoe@example.com' })
    await insertKey('AAAA-BBBB-CCCC-DDDD', { buyer: 'Anna.b@example.com' })
    await insertKey('AAAA-BBBB-CCCC-EEEE', { buyer: 'anna_a@example.com' })
    const found = async (q: string, more = '') => shown(await list(`q=${encodeURIComponent(q)}${more}`))
    expect(await found('aaaa-bbbb-cccc-eeee')).toEqual(['AAAA-BBBB-CCCC-EEEE'])
    expect(await found('dddd')).toEqual(['AAAA-BBBB-CCCC-DDDD'])
    expect(await found('anna')).toEqual(['AAAA-BBBB-CCCC-ANNA', 'AAAA-BBBB-CCCC-DDDD', 'AAAA-BBBB-CCCC-EEEE'])
    expect(await found('ANNA.')).toEqual(['AAAA-BBBB-CCCC-DDDD'])
    expect(await found('anna_')).toEqual(['AAAA-BBBB-CCCC-EEEE'])
    for (const q of ['%', '\\', "' or 1=1 --", 'nobody', 'BBBB']) expect(await found(q)).toEqual([])
    expect(await found('anna', '&status=available')).toEqual([])
  })

  test('shows support only last groups, and viewers masked e-mails too', async () => {
    await insertKey('AAAA-BBBB-CCCC-DDDD', { buyer: 'ada@example.com' })
    const row = { is_masked: true, game_key: '****-****-****-DDDD' }
    expect((await list('', 'support')).keys).toMatchObject([
      { ...row, purchased_keys: [{ user_email: 'ada@example.com' }] },
    ])
    expect((await list('', 'viewer')).keys).toMatchObject([
      { ...row, purchased_keys: [{ user_email: 'a…@example.com' }] },
    ])
    expect((await list('', 'manager')).keys).toMatchObject([
      { is_masked: false, game_key: 'AAAA-BBBB-CCCC-DDDD' },
    ])
  })
})

describe('actions', () => {
  const generate = (body: object, as: keyof typeof browsers = 'owner') =>
    browsers[as].ask('POST', URL, { action: 'generate', edition: 'standard', ...body })

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
    const remove = (keyId: string) => browsers.owner.ask('DELETE', URL, { keyId })
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
      await browsers.owner.ask('DELETE', URL, { keyIds: [held, used, await insertKey('FREE-BBBB')] })
    ).json<{
      count: number
      refused: { code: string }[]
    }>()
    expect([many.count, many.refused.map(({ code }) => code).sort()]).toEqual([1, ['KEY_HELD', 'KEY_USED']])
  })

  test('retire a key permanently, unsold or given back', async () => {
    const [free, used] = [
      await insertKey('FREE-AAAA'),
      await insertKey('USED-AAAA', { buyer: 'ada@example.com' }),
    ]
    const retire = (keyId: string) => browsers.manager.ask('POST', URL, { action: 'retire', keyId })
    expect((await retire(free)).statusCode).toBe(200)
    expect((await retire(used)).statusCode).toBe(200)
    expect((await retire(used)).json()).toMatchObject({ code: 'KEY_RETIRED' })
    expect((await list('status=retired')).keys).toMatchObject([{ id: free, is_used: false }])
    expect((await list('status=used')).keys).toMatchObject([
      { id: used, retired_at: expect.any(String) as string },
    ])
    expect((await browsers.owner.ask('DELETE', URL, { keyId: free })).json()).toMatchObject({
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
    const reveal = async (as: keyof typeof browsers) =>
      (await browsers[as].ask('POST', URL, { action: 'reveal', keyId: id })).statusCode
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
    const reply = await browsers.support.ask('POST', URL, { action: 'reveal', keyId: id })
    expect(reply.json()).toEqual({ success: true, key: 'AAAA-BBBB-CCCC-DDDD' })
    expect(await lastAudit()).toMatchObject({ action: 'keys.reveal', subject_id: id, facts: {} })
    expect((await browsers.viewer.ask('POST', URL, { action: 'reveal', keyId: id })).statusCode).toBe(403)
  })

  test('without permission are refused in Arabic and with a code, and change nothing', async () => {
    const keyId = await insertKey('FREE-AAAA')
    const signedOut = openBrowser(fixture.app)
    for (const [browser, status, code] of [
      [browsers.support, 403, 'FORBIDDEN'],
      [browsers.none, 403, 'FORBIDDEN'],
      [signedOut, 401, 'UNAUTHORIZED'],
    ] as const) {
      const made = await browser.ask('POST', URL, { action: 'generate', edition: 'standard', count: 1 })
      expect([made.statusCode, made.json()]).toEqual([
        status,
        { success: false, requestId: expect.any(String) as string, error: 'فشل في توليد المفاتيح', code },
      ])
      const removed = await browser.ask('DELETE', URL, { keyId })
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
      const reply = await browsers.owner.ask('POST', URL, body)
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, 'BAD_REQUEST'])
      expect(reply.json<{ error: string }>().error).toMatch(/^فشل في /)
    }
    for (const body of [{}, { keyId: 'x' }, { keyId: id, keyIds: [id] }, { keyIds: [] }]) {
      const reply = await browsers.owner.ask('DELETE', URL, body)
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
