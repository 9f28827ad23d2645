import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { KeyPageEdges } from '#shared/admin-api.ts'
import { KEY_SORTS } from '#shared/list-sorts.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { NOW, shown, useKeyRoutes } from '#test/use-key-routes.ts'
import { addNewKeys } from './generate-keys.ts'

const { database, list, insertKey } = useKeyRoutes()

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
      const walk = async (first: string, step: (edges: KeyPageEdges) => string | null) => {
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
