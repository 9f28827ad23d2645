import { open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readRailStates } from '#server/chain-watcher/rail-states.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { CHAINS } from '#shared/chains.ts'
import { RAILS } from '#shared/rails.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { order, orderDeps, placeOrder } from '#test/order-fixture.ts'
import { openGuard } from '#test/open-guard.ts'
import { testClock } from '#test/test-clock.ts'
import type { HighWaterMark } from './high-water-mark.ts'
import { readHighWaterMark } from './mark-file.ts'
import { completePart, findOpenRecovery } from './recoveries.ts'
import { TEST_CIPHER, TEST_SECRET_SOURCE } from '#test/installation-secret.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const OTHER_ID = '00000000-0000-4000-8000-000000000002'
let database: TestDatabase
let older: TestDatabase
let folder: string
const time = testClock()
beforeAll(async () => {
  database = await createTestDatabase()
  older = await createTestDatabase()
})
beforeEach(() => {
  folder = temporaryFolder()
})
afterAll(() => Promise.all([database.close(), older.close()]))

/** What a start compares, of a process with this test's data folder. */
async function start(one: TestDatabase, profile: 'demo' | 'production' = 'production') {
  const { wallets } = orderDeps(one.db, time.clock)
  const { begin, mark } = openGuard(one, folder, { profile, clock: time.clock, wallets })
  const verdict = await begin(one)
  await mark.close()
  return verdict
}

// holds I10
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
  expect(await start(database)).toBe('current')
  expect(await start(database)).toBe('current')
  expect(await findOpenRecovery(database.db)).toBeNull()

  expect(await start(older)).toBe('older')
  const setup = { rails: RAILS, wallets: deps.wallets, chains: simulatedChains() }
  const states = () => readRailStates(older.db, setup, time.clock(), false)
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

  // money on the addresses that only the lost database had reserved is looked for at once
  const { rows: watched } = await sql<{ from: number; to: number }>`
    select min(derivation_index) as from, max(derivation_index) as to from skipped_addresses where wallet = 'bitcoin'`.execute(
    older.db,
  )
  const reserved = (await readHighWaterMark(folder))?.reserved[deps.wallets.bitcoin?.fingerprint ?? ''] ?? 0
  expect(watched).toEqual([{ from: 1, to: reserved - 1 }])

  // another start changes nothing
  const before = await findOpenRecovery(older.db)
  expect(await start(older)).toBe('current')
  expect(await findOpenRecovery(older.db)).toEqual(before)
  if (before === null) throw new Error('expected a recovery')
  expect(await completePart(older.db, before, 'keys_done_at', time.clock())).toEqual({ isFinished: false })
  expect(await completePart(older.db, before, 'addresses_done_at', time.clock())).toEqual({
    isFinished: true,
  })
  expect((await states()).some(({ reason }) => reason === 'restored')).toBe(false)
})

test('a shop that nobody has ordered from leaves no mark, and none of the one before it is replaced', async () => {
  const unused = await createTestDatabase()
  onTestFinished(() => unused.close())
  await stampInstallation(unused.db, { profile: 'production', wallets: [] }, TEST_SECRET_SOURCE)
  await start(unused)
  expect(await readHighWaterMark(folder)).toBeNull()
  await placeOrder(orderDeps(unused.db, time.clock))
  await start(unused)
  expect((await readHighWaterMark(folder))?.newestEvents).toHaveLength(1)
})

test('the mark is readable by its owner only, and its indexes never go back', async () => {
  await start(database)
  const [file = ''] = await readdir(folder)
  expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  const { mark, begin, refresh } = openGuard(database, folder)
  await begin(database)
  const first = mark.current() as HighWaterMark
  mark.replace({ ...first, reserved: { ...first.reserved, aa: 500 } })
  await refresh(database.db)
  await mark.close()
  expect((await readHighWaterMark(folder))?.reserved).toEqual({ ...first.reserved, aa: 500 })
  expect(await readdir(folder)).toEqual([file])
})

test('a mark that was being written when the power failed is the one before', async () => {
  const { mark, begin } = openGuard(database, folder)
  await begin(database)
  const before = mark.current()
  mark.note({ id: 10n ** 6n, at: time.clock() })
  await mark.close()
  const [file = ''] = await readdir(folder)
  expect((await readHighWaterMark(folder))?.newestEvents.at(-1)?.id).toBe('1000000')
  // the slot that was written last is the one whose number is higher
  const content = await open(join(folder, file), 'r+')
  const text = await content.readFile('utf8')
  await content.write('#', text.lastIndexOf('1000000'))
  await content.close()
  expect(await readHighWaterMark(folder)).toEqual(before)
})

test('a damaged mark stops a start, and one that is removed while the shop runs is written again', async () => {
  const { mark, begin } = openGuard(database, folder)
  await begin(database)
  const [file = ''] = await readdir(folder)
  await rm(join(folder, file))
  mark.note({ id: 10n ** 6n, at: time.clock() })
  await mark.close()
  expect((await readHighWaterMark(folder))?.newestEvents.at(-1)?.id).toBe('1000000')
  await writeFile(join(folder, file), 'nothing')
  await expect(start(database)).rejects.toThrow('is damaged; remove it if')
})

test('the mark of an earlier release is compared, and replaced', async () => {
  await placeOrder(orderDeps(database.db, time.clock))
  const event = await database.db
    .selectFrom('payment_events')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const earlier = (id: bigint) =>
    JSON.stringify({
      version: 1,
      databaseId: ID,
      reserved: {},
      newestEvent: { id: String(id), at: event.at.toISOString() },
    })
  const file = join(folder, 'high-water-mark.json')
  await writeFile(file, earlier(event.id))
  expect(await start(database)).toBe('current')
  expect((await readHighWaterMark(folder))?.version).toBe(2)
  await writeFile(file, earlier(event.id + 1n))
  expect(await start(database)).toBe('older')
})

test('a demo may be given another database', async () => {
  await start(database, 'demo')
  await older.db.updateTable('installation').set({ database_id: OTHER_ID }).execute()
  await older.db.deleteFrom('skipped_addresses').execute()
  await older.db.deleteFrom('recoveries').execute()
  expect(await start(older, 'demo')).toBe('current')
  expect(await findOpenRecovery(older.db)).toBeNull()
})

function simulatedChains() {
  const tokens = RAILS.map(({ asset }) => ({ asset }))
  const chain = { isSimulated: true, rpcUrls: [], esploraUrls: [], tokens }
  return Object.fromEntries(CHAINS.map((one) => [one, chain])) as unknown as Parameters<
    typeof readRailStates
  >[1]['chains']
}
