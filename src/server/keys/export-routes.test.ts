import { beforeAll, expect, test } from 'vitest'
import type { AuditEntryRow } from '#shared/admin-api.ts'
import { makePerson, openBrowser, type Browser } from '#test/account-fixture.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { exportRoutes } from './export-routes.ts'
import { addNewKeys } from './generate-keys.ts'
import { keyRoutes } from './routes.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

const database = useTestDatabase()
let owner: Browser
const fixture = useAccountFixture(database, {
  addRoutes: (app, deps) => {
    exportRoutes(app, deps)
    keyRoutes(app, deps)
  },
})
beforeAll(async () => {
  for (const role of ['owner', 'support'] as const) await makePerson(database.db, `${role}@example.com`, role)
  owner = openBrowser(fixture.app)
  await owner.signIn('owner@example.com')
  // one creation time for all of them, as one call to generate has
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 12_001)
  await addNewKeys(database.db, TEST_CIPHER, 'supporter', 3)
})

test('every key of a list is exported once, across all batches', async () => {
  const reply = await owner.ask('GET', '/functions/export-keys')
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="keys-\d{4}-\d\d-\d\d\.csv"$/)
  const [heading, ...lines] = reply.body.trimEnd().split('\n')
  expect(heading).toBe('key,edition,status,created_at,used_at,buyer,order')
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(12_004)
  expect(lines).toHaveLength(12_004)
  const some = await owner.ask('GET', '/functions/export-keys?edition=supporter&status=available')
  expect(some.body.trimEnd().split('\n')).toHaveLength(4)
  const [key = ''] = lines[0]?.split(',') ?? []
  const found = await owner.ask('GET', `/functions/export-keys?q=${key}`)
  expect(found.body).toContain(`\n${key},standard,available,`)
  expect(found.body.trimEnd().split('\n')).toHaveLength(2)
})

test('only users who may see keys can export them, and the audit records it', async () => {
  const support = openBrowser(fixture.app)
  await support.signIn('support@example.com')
  expect((await support.ask('GET', '/functions/export-keys')).statusCode).toBe(403)
  await owner.ask('GET', '/functions/export-keys?edition=standard')
  const { entries } = (await owner.ask('GET', '/functions/audit?action=keys&limit=1')).json<{
    entries: AuditEntryRow[]
  }>()
  expect(entries).toMatchObject([
    {
      actor: { email: 'owner@example.com' },
      action: 'keys.export',
      subject: { kind: 'keys', id: 'standard all' },
      facts: { isSearch: false },
    },
  ])
})

test('the audit can be read in pages, searched and exported', async () => {
  const read = async (words: string) =>
    (await owner.ask('GET', `/functions/audit?${words}`)).json<{
      entries: AuditEntryRow[]
      next: string | null
    }>()
  const all = await read('limit=200')
  expect(all.next).toBe(null)
  const paged: AuditEntryRow[] = []
  for (let next: string | null = '999999'; next !== null;) {
    const page = await read(`limit=2&before=${next}`)
    paged.push(...page.entries)
    next = page.next
  }
  expect(paged.map(({ id }) => id)).toEqual(all.entries.map(({ id }) => id))
  const actions = async (words: string) => new Set((await read(words)).entries.map(({ action }) => action))
  expect(await actions('actor=support')).toEqual(new Set(['sign-in', 'access.refused']))
  expect(await actions('action=account')).toEqual(new Set(['account.create']))
  expect(await actions('action=%25')).toEqual(new Set())
  const exported = await owner.ask('GET', '/functions/export-audit?action=account.create')
  expect(exported.body.trimEnd().split('\n')).toHaveLength(3)
  expect(exported.body).toContain('account.create,user,support@example.com,')
})
