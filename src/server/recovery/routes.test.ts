import { beforeAll, beforeEach, expect, test } from 'vitest'
import type * as z from 'zod'
import type { AlertListReply } from '#shared/alerts.ts'
import { KEY_PAGE_SIZE } from '#shared/constants.ts'
import type { QuarantineDecisionReply, QuarantinedKeysReply, RecoveriesReply } from '#shared/recovery-api.ts'
import { alertRoutes } from '#server/alerts/routes.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import type { Browser } from '#test/account-fixture.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { completePart, findOpenRecovery, startRecovery } from './recoveries.ts'
import { recoveryRoutes } from './routes.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

const KEYS = '/functions/quarantined-keys'
const time = testClock()
const database = useTestDatabase()
const as: Record<string, Browser> = {}

const fixture = useAccountFixture(database, {
  addRoutes: (app, deps) => {
    recoveryRoutes(app, { ...deps, clock: time.clock })
    alertRoutes(app, deps)
  },
})
beforeAll(async () => {
  for (const role of ['owner', 'manager', 'support', 'viewer'] as const) {
    as[role] = await fixture.signedIn(role)
  }
})
beforeEach(async () => {
  const { db } = database
  for (const table of ['lost_payments', 'skipped_addresses', 'recoveries', 'alerts'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('game_keys').execute()
  await addNewKeys(db, TEST_CIPHER, 'standard', KEY_PAGE_SIZE + 3)
  await addNewKeys(db, TEST_CIPHER, 'supporter', 2)
  const start = {
    cause: 'restored',
    previousDatabaseId: '00000000-0000-4000-8000-000000000001',
    lostSince: new Date('2026-11-20T12:00:00Z'),
    reserved: {},
  } as const
  await db.transaction().execute((tx) => startRecovery(tx, start, time.clock()))
})

const ask = (role: string, path: string, body?: object) => {
  const browser = as[role]
  if (browser === undefined) throw new Error(`expected a browser of ${role}`)
  return body === undefined ? browser.ask('GET', path) : browser.ask('POST', path, body)
}
const recoveries = async () => (await ask('manager', '/functions/recoveries')).json<RecoveriesReply>()
const keysOn = async (page: number) =>
  (await ask('manager', `${KEYS}?page=${String(page)}`)).json<QuarantinedKeysReply>()
const decide = async (body: object) => (await ask('manager', KEYS, body)).json<QuarantineDecisionReply>()
const statusOf = async (id: string) =>
  (await database.db.selectFrom('game_keys').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status
const audited = async (action: string) =>
  database.db
    .selectFrom('audit')
    .select(['subject_kind', 'subject_id', 'facts', 'actor_id'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute()
const openAlerts = async () =>
  (await ask('viewer', '/functions/alerts')).json<z.infer<typeof AlertListReply>>().alerts

test('the open recovery, its keys by edition and payments for missing orders are listed', async () => {
  const recovery = await findOpenRecovery(database.db)
  if (recovery === null) throw new Error('expected a recovery')
  await database.db
    .insertInto('wallets')
    .values({ fingerprint: 'aaaaaaaa', wallet: 'evm' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await database.db
    .insertInto('skipped_addresses')
    .values({
      wallet_fingerprint: 'aaaaaaaa',
      derivation_index: 7,
      wallet: 'evm',
      address: '0xAbc',
      recovery_id: recovery.id,
    })
    .execute()
  await database.db
    .insertInto('lost_payments')
    .values({
      chain: 'ethereum',
      tx_hash: `0x${'ab'.repeat(32)}`,
      output_index: 3,
      address: '0xAbc',
      asset: 'USDT',
      atoms: 63_990_000n,
      found_at: time.clock(),
    })
    .execute()
  expect(await recoveries()).toMatchObject({
    recoveries: [{ cause: 'restored', finishedAt: null, lostSince: '2026-11-20T12:00:00.000Z' }],
    lostPayments: [{ chain: 'ethereum', asset: 'USDT', amount: '63.99', address: '0xAbc', index: 7 }],
    lostPaymentCount: 1,
    quarantined: [
      { edition: 'standard', count: KEY_PAGE_SIZE + 3 },
      { edition: 'supporter', count: 2 },
    ],
  })
  expect(await openAlerts()).toMatchObject([{ kind: 'recovery', subject: 'shop' }])
})

test('keys are listed in pages, and exported whole as a file', async () => {
  const [first, second] = [await keysOn(1), await keysOn(2)]
  expect(first.keys).toHaveLength(KEY_PAGE_SIZE)
  expect(second.keys).toHaveLength(5)
  expect(new Set([...first.keys, ...second.keys].map(({ id }) => id)).size).toBe(KEY_PAGE_SIZE + 5)
  const shown = { subject_id: 'quarantined', facts: { page: 2, count: 5 } }
  expect((await audited('keys.show'))[0]).toMatchObject(shown)
  const file = await ask('owner', '/functions/export-quarantined-keys')
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="keys-set-aside-/)
  const [heading, ...lines] = file.body.trimEnd().split('\n')
  expect(heading).toBe('key,edition,id,set_aside_at')
  expect(new Set(lines).size).toBe(KEY_PAGE_SIZE + 5)
  expect(file.body).toContain(`${first.keys[0]?.game_key ?? '?'},`)
  expect((await audited('keys.export'))[0]).toMatchObject({ subject_id: 'quarantined' })
})

test('a key returns to the stock or is marked as sent, once, and the audit records it', async () => {
  const [one, other, third] = (await keysOn(1)).keys.map(({ id }) => id)
  if (one === undefined || other === undefined || third === undefined) throw new Error('expected keys')
  expect(await decide({ decision: 'to_stock', keyIds: [one, third] })).toMatchObject({ changed: 2 })
  expect(await decide({ decision: 'sent', keyIds: [other] })).toMatchObject({ changed: 1, isFinished: false })
  expect([await statusOf(one), await statusOf(other)]).toEqual(['available', 'retired'])
  // a repeated request, or a later change of mind, changes nothing
  expect(await decide({ decision: 'to_stock', keyIds: [other, one] })).toMatchObject({ changed: 0 })
  expect(await statusOf(other)).toBe('retired')
  expect(await audited('recovery.keys-retire')).toMatchObject([{ subject_kind: 'key', subject_id: other }])
  const returned = (await audited('recovery.keys-release')).map((row) => row.subject_id)
  expect(new Set(returned)).toEqual(new Set([one, third]))
  expect((await audited('recovery.keys-retire'))[0]?.actor_id).not.toBeNull()
})

test('when both halves are done the shop takes orders again, and the alert is closed', async () => {
  expect(await decide({ decision: 'rest_to_stock' })).toMatchObject({
    changed: KEY_PAGE_SIZE + 5,
    isFinished: false,
  })
  expect((await recoveries()).quarantined).toEqual([])
  const recovery = await findOpenRecovery(database.db)
  if (recovery === null) throw new Error('expected a recovery')
  expect(recovery.keys_done_at).not.toBeNull()
  expect(await openAlerts()).toHaveLength(1)
  await database.db
    .transaction()
    .execute((tx) => completePart(tx, recovery, 'addresses_done_at', time.clock()))
  expect(await findOpenRecovery(database.db)).toBeNull()
  expect(await openAlerts()).toEqual([])
  expect((await recoveries()).recoveries[0]?.finishedAt).not.toBeNull()
})

test('two people who decide about the last keys at once finish the keys', async () => {
  const recovery = await findOpenRecovery(database.db)
  if (recovery === null) throw new Error('expected a recovery')
  await completePart(database.db, recovery, 'addresses_done_at', time.clock())
  const ids = [...(await keysOn(1)).keys, ...(await keysOn(2)).keys].map(({ id }) => id)
  const halves = [ids.slice(0, 30), ids.slice(30)]
  const replies = await Promise.all(halves.map((keyIds) => decide({ decision: 'to_stock', keyIds })))
  expect(replies.map(({ isFinished }) => isFinished).sort()).toEqual([false, true])
})

test('roles that may not retire keys or check settings are refused', async () => {
  for (const role of ['support', 'viewer']) {
    expect((await ask(role, '/functions/recoveries')).statusCode).toBe(403)
    expect((await ask(role, KEYS)).statusCode).toBe(403)
    expect((await ask(role, '/functions/export-quarantined-keys')).statusCode).toBe(403)
    expect((await ask(role, KEYS, { decision: 'rest_to_stock' })).statusCode).toBe(403)
  }
  expect((await recoveries()).quarantined).toHaveLength(2)
})
