import { beforeAll, expect, test } from 'vitest'
import { createListener } from '#server/db/listener.ts'
import { createLog } from '#server/runtime/log.ts'
import { openGameFolder } from '#server/site/load-game.ts'
import type { GameContent } from '#shared/game-changes.ts'
import { cents } from '#shared/money.ts'
import { auditOf } from '#test/audit-of.ts'
import { makePerson } from '#test/account-fixture.ts'
import { order, orderDeps } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { until } from '#test/until.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { saveDraft, saveGame, undoGame } from './change-game.ts'
import { gameContentOf } from './game-content-of.ts'
import { createGameOnSale } from './game-on-sale.ts'
import { listVersions, readDraft } from './list-versions.ts'
import { registerGameChanges } from './register-game-changes.ts'
import { readNewestChanges } from './stored-changes.ts'

const folder = openGameFolder('game')
const CONTENT = gameContentOf(folder)
const database = useTestDatabase()
const time = testClock()
const log = createLog({ level: 'silent' })
let actorId: string
beforeAll(async () => {
  actorId = await makePerson(database.db, 'owner@example.com', 'owner')
})

const by = () => ({ folder, actorId, now: time.clock() })
const newest = async () => (await readNewestChanges(database.db)).version
const process = () =>
  createGameOnSale({ db: database.db, log, folder, settings: { supportEmail: null, launchAt: null } })

function priced(standard: number): GameContent {
  const before = CONTENT.editions['standard']
  if (before === undefined) throw new Error('expected a standard edition')
  return { ...CONTENT, editions: { ...CONTENT.editions, standard: { ...before, priceCents: standard } } }
}

async function save(standard: number): Promise<void> {
  const change = await saveGame(database.db, { basedOn: await newest(), content: priced(standard) }, by())
  expect(change.kind).toBe('saved')
}

test('of two owners who save over the same version one wins, and the other is told', async () => {
  const basedOn = await newest()
  const both = await Promise.all(
    [4999, 5999].map((price) => saveGame(database.db, { basedOn, content: priced(price) }, by())),
  )
  expect(both.map(({ kind }) => kind).sort()).toEqual(['saved', 'stale'])
  expect(await newest()).toBe(basedOn + 1)
  const later = await saveGame(database.db, { basedOn, content: priced(100) }, by())
  expect(later).toEqual({ kind: 'stale' })
})

test('a version never changes, and none is left out', async () => {
  await save(4900)
  const version = await newest()
  const { db } = database
  const row = { made_at: time.clock(), made_by: actorId, changes: '{}' }
  await expect(db.updateTable('game_changes').set({ changes: '{}' }).execute()).rejects.toThrow(
    'cannot change',
  )
  await expect(db.deleteFrom('game_changes').execute()).rejects.toThrow('cannot change')
  await expect(
    db
      .insertInto('game_changes')
      .values({ ...row, version: version + 2, based_on: version })
      .execute(),
  ).rejects.toThrow('check constraint')
  await expect(
    db
      .insertInto('game_changes')
      .values({ ...row, version: version + 2, based_on: version + 1 })
      .execute(),
  ).rejects.toThrow('foreign key')
})

test('an undo is a new version like an earlier one, audited with its prices', async () => {
  await save(4800)
  const good = await newest()
  await save(48)
  const undone = await undoGame(database.db, { basedOn: good + 1, to: good }, by())
  expect(undone).toEqual({ kind: 'saved', version: good + 2 })
  expect((await readNewestChanges(database.db)).changes.prices).toEqual({ standard: 4800 })
  const { versions } = await listVersions(database.db, folder, null)
  expect(versions.slice(0, 2)).toMatchObject([
    { version: good + 2, madeBy: 'owner@example.com', restores: good },
    { version: good + 1, restores: null, differences: [{ field: 'price', before: '4800', after: '48' }] },
  ])
  const [audited] = await auditOf(database.db, { action: 'game.undo' })
  expect(audited).toMatchObject({
    subject_id: String(good + 2),
    facts: { count: 1, prices: { standard: [48, 4800] }, to: good },
  })
  expect(await undoGame(database.db, { basedOn: good + 2, to: 0 }, by())).toMatchObject({ kind: 'saved' })
  expect((await readNewestChanges(database.db)).changes).toEqual({})
  expect(await undoGame(database.db, { basedOn: good + 3, to: good + 3 }, by())).toEqual({
    kind: 'not-found',
  })
})

test('saving what counts already makes no version', async () => {
  await save(4700)
  const basedOn = await newest()
  expect(await saveGame(database.db, { basedOn, content: priced(4700) }, by())).toEqual({ kind: 'same' })
  expect(await newest()).toBe(basedOn)
})

test('a content with other editions or languages than the folder, or without faults only in part, is refused', async () => {
  const basedOn = await newest()
  const foreign = { ...CONTENT, editions: {}, texts: {} }
  const refused = await saveGame(database.db, { basedOn, content: foreign }, by())
  expect(refused).toMatchObject({ kind: 'invalid' })
  expect(await newest()).toBe(basedOn)
})

test('a draft keeps what was typed, over what another owner saved meanwhile', async () => {
  await save(4600)
  const draft = { ...priced(4600), releaseAt: '2031-01-01T00:00:00.000Z' }
  await saveDraft(database.db, { basedOn: await newest(), content: draft }, by())
  const other = await makePerson(database.db, 'second@example.com', 'owner')
  await saveGame(database.db, { basedOn: await newest(), content: priced(4500) }, { ...by(), actorId: other })
  const here = process()
  await here.refresh()
  expect((await readDraft(database.db, here, actorId))?.content).toMatchObject({
    releaseAt: '2031-01-01T00:00:00.000Z',
    editions: { standard: { priceCents: 4500 } },
  })
  expect(await readDraft(database.db, here, other)).toBeNull()
  await save(4400)
  expect(await readDraft(database.db, here, actorId)).toBeNull()
})

test('a process that has not heard of a new price sells at no other: the order is refused until it has', async () => {
  await save(4000)
  const here = process()
  const deps = { ...orderDeps(database.db, time.clock), onSale: () => here.editions() }
  // it has read nothing yet, and its page shows the price of the folder
  expect(await order(deps, { totalPrice: 63.99 })).toMatchObject({ code: 'PRICE_MISMATCH' })
  expect(await order(deps, { totalPrice: 40 })).toMatchObject({ code: 'PRICE_MISMATCH' })
  await here.refresh()
  const made = await order(deps, { totalPrice: 40 })
  expect(made).toMatchObject({ kind: 'created', record: { unit_price_cents: 4000 } })
  await save(5000)
  expect(await order(deps, { totalPrice: 40 })).toMatchObject({ code: 'PRICE_MISMATCH' })
  await here.refresh()
  expect(await order(deps, { totalPrice: 50 })).toMatchObject({ record: { unit_price_cents: 5000 } })
  if (made.kind === 'refused') throw new Error(made.message)
  const kept = await database.db
    .selectFrom('payments')
    .select('unit_price_cents')
    .where('id', '=', made.record.id)
    .executeTakeFirst()
  expect(kept).toEqual({ unit_price_cents: cents(4000) })
})

test('each process hears of a version when it is stored, and reads it after an interruption', async () => {
  const here = process()
  const listener = createListener({ url: database.url, log })
  let rendered = 0
  const { workers = [] } = registerGameChanges({
    db: database.db,
    clock: time.clock,
    log,
    listener,
    gameOnSale: here,
    refreshPages: () => Promise.resolve(void (rendered += 1)),
  } as unknown as Parameters<typeof registerGameChanges>[0])
  await listener.start()
  try {
    for (const worker of workers) await worker.start()
    expect(here.newest().version).toBe(await newest())
    await save(3900)
    await until(() => Promise.resolve(here.editions()[0]?.priceCents === 3900 && rendered === 2))
    await database.db.deleteFrom('game_drafts').execute()
    listener.rereadAll()
    await until(() => Promise.resolve(rendered === 3))
  } finally {
    for (const worker of workers) await worker.stop()
    await listener.stop()
  }
})

test('what a later release has stored is not applied, and told', async () => {
  const version = (await newest()) + 1
  await database.db
    .insertInto('game_changes')
    .values({
      version,
      based_on: version - 1,
      made_at: time.clock(),
      made_by: actorId,
      changes: '{"colors":{"accent":"#fff"},"prices":{"standard":1}}',
    })
    .execute()
  const here = process()
  await here.refresh()
  expect(here.newest().unapplied).toEqual([
    `version ${String(version)} of the changes cannot be read by this release: the folder alone applies`,
  ])
  expect(here.editions()[0]?.priceCents).toBe(6399)
})
