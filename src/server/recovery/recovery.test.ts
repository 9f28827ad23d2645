import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRailStates } from '#server/chain-watcher/rail-states.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { CHAINS } from '#shared/chains.ts'
import { RAILS } from '#shared/rails.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { order, orderDeps, placeOrder } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { compareWithMark, readDatabaseMark, recordMark } from './compare-with-mark.ts'
import type { HighWaterMark } from './high-water-mark.ts'
import { judgeDatabase } from './judge-database.ts'
import { completePart, findOpenRecovery } from './recoveries.ts'
import { TEST_CIPHER, TEST_SECRET_SOURCE } from '#test/installation-secret.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const OTHER_ID = '00000000-0000-4000-8000-000000000002'
const mark = (changes: Partial<HighWaterMark> = {}): HighWaterMark => ({
  version: 1,
  databaseId: ID,
  reserved: { aa: 20 },
  newestEvent: { id: '7', at: '2026-11-22T10:00:00.000Z' },
  ...changes,
})

test.each([
  ['no mark', null, mark(), [], 'current'],
  ['the same figures', mark(), mark(), [], 'current'],
  [
    'a newer database',
    mark(),
    mark({ reserved: { aa: 40, bb: 20 }, newestEvent: { id: '8', at: '' } }),
    [],
    'current',
  ],
  ['a lower index', mark(), mark({ reserved: { aa: 19 } }), [], 'older'],
  ['an index that is missing', mark(), mark({ reserved: {} }), [], 'older'],
  ['an event less', mark({ newestEvent: { id: '10', at: '' } }), mark(), [], 'older'],
  ['no event', mark(), mark({ newestEvent: null }), [], 'older'],
  ['another database', mark(), mark({ databaseId: OTHER_ID }), [], 'other_database'],
  [
    'another database beside a data folder that never sold',
    mark({ reserved: {}, newestEvent: null }),
    mark({ databaseId: OTHER_ID }),
    [],
    'current',
  ],
  ['a database recovered from', mark(), mark({ databaseId: OTHER_ID, newestEvent: null }), [ID], 'current'],
  [
    'a database recovered from, but not its last indexes',
    mark({ reserved: { aa: 21 } }),
    mark({ databaseId: OTHER_ID }),
    [ID],
    'older',
  ],
] as const)('%s: %#', (_what, known, current, recovered, verdict) => {
  expect(judgeDatabase(known, current, new Set(recovered))).toBe(verdict)
})

let database: TestDatabase
let older: TestDatabase
let folder: string
const time = testClock()
beforeAll(async () => {
  database = await createTestDatabase()
  older = await createTestDatabase()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-mark-'))
})
afterAll(async () => {
  await Promise.all([database.close(), older.close()])
  await rm(folder, { recursive: true, force: true })
})

const shop = (profile: 'demo' | 'production' = 'production') => ({ dataFolder: folder, profile })

test('a database older than the mark takes no orders, and its unsold keys are set aside, until both are recovered', async () => {
  const deps = orderDeps(older.db, time.clock)
  for (const { db } of [database, older]) {
    await stampInstallation(db, { profile: 'production', wallets: [] }, TEST_SECRET_SOURCE)
    await db.updateTable('installation').set({ database_id: ID }).execute()
  }
  await addNewKeys(older.db, TEST_CIPHER, 'standard', 5)
  await placeOrder(deps)
  await placeOrder(orderDeps(database.db, time.clock))
  await placeOrder(orderDeps(database.db, time.clock))
  await recordMark(database.db, folder)
  expect(await compareWithMark(database.db, shop(), time.clock())).toBe('current')
  expect(await findOpenRecovery(database.db)).toBeNull()

  expect(await compareWithMark(older.db, shop(), time.clock())).toBe('older')
  const setup = { rails: RAILS, wallets: deps.wallets, chains: simulatedChains() }
  const states = () => readRailStates(older.db, setup, time.clock())
  expect(new Set((await states()).map(({ reason }) => reason))).toEqual(new Set(['restored']))
  const refused = await order({ ...deps, railStates: states })
  expect(refused).toMatchObject({ kind: 'refused', code: 'RAIL_UNAVAILABLE' })
  const keys = await older.db
    .selectFrom('game_keys')
    .select(['status', 'quarantined_at'])
    .where('payment_id', 'is', null)
    .execute()
  expect(keys.every((key) => key.status === 'retired' && key.quarantined_at !== null)).toBe(true)
  expect(keys).toHaveLength(5)

  // another start changes nothing
  const before = await findOpenRecovery(older.db)
  await compareWithMark(older.db, shop(), time.clock())
  expect(await findOpenRecovery(older.db)).toEqual(before)
  if (before === null) throw new Error('expected a recovery')
  expect(await completePart(older.db, before, 'keys_done_at', time.clock())).toEqual({ isFinished: false })
  expect(await completePart(older.db, before, 'addresses_done_at', time.clock())).toEqual({
    isFinished: true,
  })
  expect((await states()).some(({ reason }) => reason === 'restored')).toBe(false)
})

test('the mark is readable by its owner only, and its indexes never go back', async () => {
  await recordMark(database.db, folder)
  const [file = ''] = await readdir(folder)
  expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  const high = { ...(await readDatabaseMark(database.db)), reserved: { aa: 500 } }
  await writeFile(join(folder, file), JSON.stringify(high))
  await recordMark(database.db, folder)
  const kept = JSON.parse(await readFile(join(folder, file), 'utf8')) as HighWaterMark
  expect(kept.reserved).toMatchObject({ aa: 500, ...(await readDatabaseMark(database.db)).reserved })
  expect(await readdir(folder)).toEqual([file])
})

test('a demo may be given another database', async () => {
  await recordMark(database.db, folder)
  await older.db.updateTable('installation').set({ database_id: OTHER_ID }).execute()
  expect(await compareWithMark(older.db, shop('demo'), time.clock())).toBe('current')
  expect(await findOpenRecovery(older.db)).toBeNull()
})

function simulatedChains() {
  const tokens = RAILS.map(({ asset }) => ({ asset }))
  const chain = { isSimulated: true, rpcUrls: [], esploraUrls: [], tokens }
  return Object.fromEntries(CHAINS.map((one) => [one, chain])) as unknown as Parameters<
    typeof readRailStates
  >[1]['chains']
}
