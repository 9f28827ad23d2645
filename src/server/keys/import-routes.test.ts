import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { KeyImport } from '#shared/import-api.ts'
import { openBrowser, type Browser } from '#test/account-fixture.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { until } from '#test/until.ts'
import { checkImport } from './check-import.ts'
import { commitImport, sweepImports } from './commit-import.ts'
import { importRoutes } from './import-routes.ts'
import { EDITION_IDS } from '#test/editions.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { keyRow } from '#test/insert-key.ts'

const STANDARD = { onSale: EDITION_IDS, unnamed: 'standard' }

const URL = '/functions/import-keys'
const NOW = new Date('2026-11-20T12:00:00Z')
/** Three batches. */
const LINES = 15_000

const database = useTestDatabase()
let manager: Browser
const fixture = useAccountFixture(database, { addRoutes: importRoutes })
beforeAll(async () => {
  manager = await fixture.signedIn('manager')
})
beforeEach(() => sql`truncate game_keys, key_imports cascade`.execute(database.db))

async function check(
  list: string,
  { query = '?edition=standard', type = 'text/plain', browser = manager } = {},
) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fixture.app.inject({
    method: 'POST',
    url: URL + query,
    headers: { cookie, 'content-type': type },
    payload: list,
  })
}
const importOf = (reply: { json: () => unknown }) => (reply.json() as { import: KeyImport }).import
const commit = (importId: string, isPartial = false) =>
  manager.ask('POST', `${URL}/commit`, { importId, isPartial })
const stock = async () =>
  (await database.db.selectFrom('game_keys').selectAll().orderBy('created_at').execute()).map((key) =>
    TEST_CIPHER.open(key),
  )

test('a list is checked before anything is added, then added in its order, and the audit records it', async () => {
  await database.db.insertInto('game_keys').values(keyRow('OLD1-OLD1')).execute()
  const list = 'ZZZZ-0001\r\nOLD1-OLD1\nAAAA-0002,supporter\nwhat is this\nzzzz-0001\n\nMMMM-0003'
  const checked = importOf(await check(list))
  expect(checked).toMatchObject({
    status: 'checked',
    lines: 7,
    good: 3,
    duplicates: 2,
    bad: 1,
    duplicateLines: [2, 5],
    badLines: [4],
    faults: [{ fault: 'characters', count: 1, lines: [4] }],
    editions: { standard: 2, supporter: 1 },
    added: 0,
  })
  expect(await stock()).toEqual(['OLD1-OLD1'])
  expect((await commit(checked.id)).json()).toMatchObject({ code: 'IMPORT_HAS_FAULTS' })
  expect(await stock()).toEqual(['OLD1-OLD1'])
  const done = importOf(await commit(checked.id, true))
  expect(done).toMatchObject({ status: 'done', added: 3 })
  expect((await stock()).filter((key) => key !== 'OLD1-OLD1')).toEqual([
    'ZZZZ-0001',
    'AAAA-0002',
    'MMMM-0003',
  ])
  const [audited] = await database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).execute()
  expect(audited).toMatchObject({ action: 'keys.import', subject_id: checked.id, facts: { added: 3 } })
  const left = await database.db.selectFrom('key_import_lines').select('line_no').orderBy('line_no').execute()
  expect(left.map((line) => line.line_no)).toEqual([2, 4, 5])
})

test('an import is committed once, however often and fast it is requested', async () => {
  const list = Array.from({ length: 300 }, (_, index) => `AAAA-${String(index).padStart(4, '0')}`).join('\n')
  const { id } = importOf(await check(list, { type: 'text/csv' }))
  const replies = await Promise.all([commit(id), commit(id), commit(id)])
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409, 409])
  expect(await stock()).toHaveLength(300)
  expect((await commit(id)).json()).toMatchObject({ code: 'IMPORT_STARTED' })
})

test('progress can be read while the import runs', async () => {
  const list = Array.from({ length: LINES }, (_, index) => `AAAA-${String(index).padStart(6, '0')}`)
  const id = await checkImport(database.db, TEST_CIPHER, list, STANDARD, { actorId: null, now: NOW })
  const seen: number[] = []
  let isOver = false
  const running = commitImport(database.db, id, { actorId: null, now: NOW }).finally(() => (isOver = true))
  await until(
    async () => {
      const now = importOf(await manager.ask('GET', `${URL}/${id}`))
      if (now.status === 'running') seen.push(now.added)
      return isOver
    },
    { everyMs: 5, what: 'the import' },
  )
  expect(await running).toEqual({ kind: 'done', added: LINES })
  expect(seen.some((added) => added > 0 && added < LINES)).toBe(true)
})

test('an interrupted import has added nothing, and can be committed again', async () => {
  const id = await checkImport(database.db, TEST_CIPHER, ['AAAA-0001', 'AAAA-0002'], STANDARD, {
    actorId: null,
    now: NOW,
  })
  const broken = commitImport(database.db, id, { actorId: null, now: NOW }, () => {
    throw new Error('the power is gone')
  })
  await expect(broken).rejects.toThrow('the power is gone')
  expect(await stock()).toEqual([])
  expect(importOf(await commit(id))).toMatchObject({ status: 'done', added: 2 })
})

test('two lists of the same keys in different order add each key once', async () => {
  const keys = Array.from({ length: 6_000 }, (_, index) => `AAAA-${String(index).padStart(6, '0')}`)
  const by = { actorId: null, now: NOW }
  const one = await checkImport(database.db, TEST_CIPHER, keys, STANDARD, by)
  const other = await checkImport(
    database.db,
    TEST_CIPHER,
    [...keys].reverse(),
    { ...STANDARD, unnamed: 'supporter' },
    by,
  )
  const done = await Promise.all([commitImport(database.db, one, by), commitImport(database.db, other, by)])
  expect(done.map((each) => (each.kind === 'done' ? each.added : -1)).sort((a, b) => a - b)).toEqual([
    0, 6_000,
  ])
})

test('a list can be discarded, and is deleted after a day', async () => {
  const { id } = importOf(await check('AAAA-0001'))
  expect((await manager.ask('DELETE', `${URL}/${id}`)).statusCode).toBe(200)
  expect((await commit(id)).json()).toMatchObject({ code: 'IMPORT_NOT_FOUND' })
  await checkImport(database.db, TEST_CIPHER, ['AAAA-0001'], STANDARD, { actorId: null, now: NOW })
  await sweepImports(database.db, new Date(NOW.getTime() + 25 * 3600_000))
  expect(await database.db.selectFrom('key_imports').select('id').execute()).toEqual([])
  expect(await database.db.selectFrom('key_import_lines').select('line_no').execute()).toEqual([])
})

test('only a manager or owner may send a list, and only as text', async () => {
  expect((await check('AAAA-0001', { browser: openBrowser(fixture.app) })).statusCode).toBe(401)
  expect((await check('{}', { type: 'application/json' })).statusCode).toBe(415)
  expect((await check('AAAA-0001', { query: '?edition=deluxe' })).statusCode).toBe(400)
  const tooLarge = await check('AAAA-0001\n'.repeat(3_400_000))
  expect([tooLarge.statusCode, tooLarge.json()]).toMatchObject([413, { code: 'TOO_LARGE' }])
  expect(await database.db.selectFrom('key_imports').select('id').execute()).toEqual([])
})
