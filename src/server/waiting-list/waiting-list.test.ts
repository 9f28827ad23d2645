import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { hashWaitingToken, waitingTokenFor } from '#server/secrets/waiting-token.ts'
import { forgetWaiting } from '#server/privacy/forget-waiting.ts'
import type { StockMode } from '#shared/editions.ts'
import { CutOffError, cutOffAt } from '#test/cut-off-at.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testEditions } from '#test/editions.ts'
import { TEST_CIPHER, TEST_SECRET } from '#test/installation-secret.ts'
import { forgetOrders, orderDeps, placeOrder } from '#test/order-fixture.ts'
import { DAY_S } from '#test/privacy-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { joinWaitingList, type JoinRequest, type WaitingListDeps } from './join-waiting-list.ts'
import { tellWaiting, type TellWaitingDeps } from './tell-waiting.ts'
import { confirmEntry, findWaitingEdition, leaveWaitingList } from './waiting-entry.ts'

const database = useTestDatabase()
let time: ReturnType<typeof testClock>
beforeEach(async () => {
  const { db } = database
  await forgetOrders(db)
  await db.deleteFrom('mails').execute()
  await db.deleteFrom('waiting_list').execute()
  await db.deleteFrom('waiting_list_rounds').execute()
  await db.deleteFrom('limits').execute()
  time = testClock()
})

function deps(limits: number | 'off' = 'off'): WaitingListDeps {
  const { db } = database
  const { clock } = time
  return { db, clock, limits: createLimits(db, clock, { factor: limits }), secret: TEST_SECRET }
}

const join = (email: string, request: Partial<JoinRequest> = {}, one = deps(), client = '203.0.113.7') =>
  joinWaitingList(one, { email, edition: 'standard', language: 'en', ...request }, client)

/** The entries' confirmations, by mailbox. */
async function entries(): Promise<Readonly<Record<string, boolean>>> {
  const rows = await database.db.selectFrom('waiting_list').selectAll().execute()
  return Object.fromEntries(rows.map((row) => [row.email, row.confirmed_at !== null]))
}

async function tokenOf(email: string): Promise<string> {
  const { id } = await database.db
    .selectFrom('waiting_list')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return waitingTokenFor(TEST_SECRET, id)
}

async function joined(...emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    await join(email)
    expect(await confirmEntry(deps(), await tokenOf(email))).toBe('standard')
    time.pass(1)
  }
}

/** Adds so many entries at once, which are confirmed. */
async function many(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => {
    const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
    return {
      id,
      edition: 'standard',
      email: `waiting${String(at)}@example.com`,
      language: 'en',
      token_hash: hashWaitingToken(waitingTokenFor(TEST_SECRET, id)),
      asked_at: time.clock(),
      confirmed_at: time.clock(),
    }
  })
  await database.db.insertInto('waiting_list').values(rows).execute()
}

async function mailsOf(template: string): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom('mails')
    .select('recipient')
    .where('template', '=', template)
    .orderBy('recipient')
    .execute()
  return rows.map(({ recipient }) => recipient)
}

async function factsOf(template: string): Promise<readonly unknown[]> {
  const mails = database.db.selectFrom('mails').select('facts').where('template', '=', template)
  return (await mails.orderBy(sql`facts ->> 'edition'`).execute()).map(({ facts }) => facts)
}

const told = () => mailsOf('waiting-stock')
const tell = (one: Partial<TellWaitingDeps> = {}, stock: StockMode = 'reserve') =>
  tellWaiting({ db: database.db, clock: time.clock, editions: testEditions(stock), ...one })
const addKeys = (count: number) => addNewKeys(database.db, TEST_CIPHER, 'standard', count)

test('the answer is the same for a new, an unconfirmed and a confirmed mailbox; a confirmed one gets no mail', async () => {
  const answers = [await join('ada@example.com'), await join('Ada@Example.com', { language: 'fr' })]
  expect(await mailsOf('waiting-confirm')).toEqual(['ada@example.com', 'ada@example.com'])
  await confirmEntry(deps(), await tokenOf('ada@example.com'))
  answers.push(await join('ADA@example.com', { language: 'de' }))
  expect(answers).toEqual(Array.from({ length: 3 }, () => ({ kind: 'done' })))
  expect(await mailsOf('waiting-confirm')).toHaveLength(2)
  expect(await entries()).toEqual({ 'ada@example.com': true })
  // a stranger does not change the language of an entry that is confirmed
  const { language } = await database.db.selectFrom('waiting_list').selectAll().executeTakeFirstOrThrow()
  expect(language).toBe('fr')
})

test('both editions can be waited for, each with a link of its own', async () => {
  await join('ada@example.com')
  await join('ada@example.com', { edition: 'supporter' })
  const rows = await database.db.selectFrom('waiting_list').selectAll().orderBy('edition').execute()
  expect(rows.map(({ edition }) => edition)).toEqual(['standard', 'supporter'])
  // the mails' links are made of these
  expect(await factsOf('waiting-confirm')).toEqual(rows.map(({ id, edition }) => ({ entryId: id, edition })))
  for (const { id, edition } of rows)
    expect(await confirmEntry(deps(), waitingTokenFor(TEST_SECRET, id))).toBe(edition)
})

test('nobody is told without confirming, and a link works for two days', async () => {
  await joined('eve@example.com')
  await join('ada@example.com')
  await addKeys(5)
  await tell()
  expect(await told()).toEqual(['eve@example.com'])
  const token = await tokenOf('ada@example.com')
  expect(await findWaitingEdition(deps(), token)).toBe('standard')
  expect(
    await findWaitingEdition(
      deps(),
      token.replace(/./, (one) => (one === '_' ? '-' : '_')),
    ),
  ).toBeNull()
  time.pass(2 * DAY_S - 1)
  expect(await findWaitingEdition(deps(), token)).toBe('standard')
  time.pass(1)
  expect(await findWaitingEdition(deps(), token)).toBeNull()
  expect(await confirmEntry(deps(), token)).toBeNull()
  // asked for again, the link works again
  await join('ada@example.com')
  expect(await confirmEntry(deps(), token)).toBe('standard')
  time.pass(3 * DAY_S)
  expect(await confirmEntry(deps(), token)).toBe('standard')
})

test('whoever leaves is deleted and hears nothing', async () => {
  await joined('ada@example.com', 'eve@example.com')
  const token = await tokenOf('ada@example.com')
  await leaveWaitingList(deps(), token)
  await leaveWaitingList(deps(), token)
  await addKeys(5)
  await tell()
  expect(await told()).toEqual(['eve@example.com'])
})

test('while the edition is sold out nobody is told; when stock returns everybody is, once, and the entry ends', async () => {
  await joined('ada@example.com', 'eve@example.com')
  await tell()
  expect(await told()).toEqual([])
  await addKeys(2)
  await tell()
  expect(await told()).toEqual(['ada@example.com', 'eve@example.com'])
  expect(await entries()).toEqual({})
  // sold out and back once more
  await database.db.deleteFrom('game_keys').execute()
  await tell()
  await addKeys(3)
  await tell()
  expect(await told()).toHaveLength(2)
  // whoever joins again is told again
  await joined('ada@example.com')
  await tell()
  expect(await told()).toEqual(['ada@example.com', 'ada@example.com', 'eve@example.com'])
})

test('copies that an order gives back are told of, and copies promised to an order are not', async () => {
  const orders = orderDeps(database.db, time.clock, { stock: 'reserve' })
  await addKeys(1)
  await placeOrder(orders)
  await joined('ada@example.com')
  await tell()
  expect(await told()).toEqual([])
  time.pass(901)
  await tell()
  expect(await told()).toEqual(['ada@example.com'])
})

test('five are told of each free copy, the first first, and after an hour five more', async () => {
  await many(60)
  await addKeys(2)
  await tell()
  await tell()
  expect(await told()).toEqual(Array.from({ length: 10 }, (_, at) => `waiting${String(at)}@example.com`))
  time.pass(3599)
  expect(await tell()).toBe(false)
  // one of the two is sold: more were told than its copy is good for
  const { id } = await database.db.selectFrom('game_keys').select('id').limit(1).executeTakeFirstOrThrow()
  await database.db.deleteFrom('game_keys').where('id', '=', id).execute()
  expect(await tell()).toBe(false)
  await addKeys(1)
  time.pass(1)
  await tell()
  expect(await told()).toHaveLength(20)
  await addKeys(100)
  await tell()
  expect(await told()).toHaveLength(60)
})

test('an edition that takes backorders by now is told of at once', async () => {
  await many(120)
  await tell({}, 'backorder')
  expect(await told()).toHaveLength(120)
})

test('the outbox takes a number of mails at a time; addresses that are refused do not stop the rest', async () => {
  await many(8)
  await addKeys(100)
  expect(await tell({ queuedMax: 3 })).toBe(true)
  // a mail server that cannot be reached has refused nothing
  for (const failed of [null, 'unreachable']) {
    await database.db.updateTable('mails').set({ failed_as: failed }).execute()
    expect(await tell({ queuedMax: 3 })).toBe(false)
  }
  expect(await told()).toHaveLength(3)
  await database.db.updateTable('mails').set({ failed_as: 'refused' }).execute()
  await tell({ queuedMax: 3 })
  expect(await told()).toHaveLength(6)
  await database.db.updateTable('mails').set({ failed_as: null, sent_at: time.clock() }).execute()
  await tell({ queuedMax: 3 })
  expect(await told()).toHaveLength(8)
  expect(await database.db.selectFrom('waiting_list_rounds').select('told').execute()).toHaveLength(3)
})

test('several processes tell everybody once', async () => {
  await many(130)
  await addKeys(100)
  await Promise.all([tell(), tell(), tell()])
  await tell()
  expect(new Set(await told()).size).toBe(130)
  expect(await told()).toHaveLength(130)
  expect(await entries()).toEqual({})
})

test('cut off at any statement and called again, everybody is told once', async () => {
  let cuts = 0
  for (let statement = 1; ; statement += 1) {
    await database.db.deleteFrom('mails').execute()
    await database.db.deleteFrom('waiting_list_rounds').execute()
    await database.db.deleteFrom('game_keys').execute()
    await many(3)
    await addKeys(1)
    const cutAt: number[] = []
    await tell({ db: database.db.withPlugin(cutOffAt(statement)) }).catch((error: unknown) => {
      if (!(error instanceof CutOffError)) throw error
      cutAt.push(statement)
    })
    await Promise.all([tell(), tell()])
    expect(await told(), `at ${String(statement)}`).toEqual(
      [0, 1, 2].map((at) => `waiting${String(at)}@example.com`),
    )
    expect(await entries()).toEqual({})
    if (cutAt.length === 0) break
    cuts += 1
  }
  expect(cuts).toBeGreaterThan(10)
})

test('joining and confirming, cut off at any statement, leave an entry that works', async () => {
  for (let statement = 1; ; statement += 1) {
    await database.db.deleteFrom('waiting_list').execute()
    const db = database.db.withPlugin(cutOffAt(statement))
    const cutAt: number[] = []
    const cut = async () => {
      await join('ada@example.com', {}, { ...deps(), db })
      await confirmEntry({ ...deps(), db }, await tokenOf('ada@example.com'))
    }
    await cut().catch((error: unknown) => {
      if (!(error instanceof CutOffError)) throw error
      cutAt.push(statement)
    })
    await joined('ada@example.com')
    expect(await entries()).toEqual({ 'ada@example.com': true })
    if (cutAt.length === 0) break
  }
})

test('a mailbox gets four mails an hour, with the same answer, and a client may ask twenty times', async () => {
  const limited = deps(1)
  for (let time = 0; time < 6; time += 1)
    expect(await join('ada@example.com', {}, limited, '203.0.113.8')).toEqual({ kind: 'done' })
  // the mailbox is that of its spellings
  await join('a.d.a+shop@example.com', {}, limited, '203.0.113.9')
  expect(await mailsOf('waiting-confirm')).toHaveLength(4)
  for (let other = 0; other < 14; other += 1)
    await join(`other${String(other)}@example.com`, {}, limited, '203.0.113.8')
  expect(await join('last@example.com', {}, limited, '203.0.113.8')).toMatchObject({ kind: 'too-often' })
  expect(Object.keys(await entries())).not.toContain('last@example.com')
})

test('above the limit of the shop the answer is the same, and nobody is asked to confirm', async () => {
  // 2 of 2,000 mails an hour
  const limited = deps(0.001)
  for (let at = 0; at < 3; at += 1)
    expect(await join(`ada${String(at)}@example.com`, {}, limited, `203.0.113.${String(at)}`)).toEqual({
      kind: 'done',
    })
  expect(Object.keys(await entries()).sort()).toEqual(['ada0@example.com', 'ada1@example.com'])
})

test('confirming again keeps the place in the line', async () => {
  await joined('ada@example.com', 'eve@example.com')
  expect(await confirmEntry(deps(), await tokenOf('ada@example.com'))).toBe('standard')
  await addKeys(1)
  await tell({ queuedMax: 1 })
  expect(await told()).toEqual(['ada@example.com'])
})

test('an edition is told of to those who wait for it, and to nobody else', async () => {
  await joined('ada@example.com')
  await join('eve@example.com', { edition: 'supporter' })
  await confirmEntry(deps(), await tokenOf('eve@example.com'))
  const { id: eve } = await database.db
    .selectFrom('waiting_list')
    .select('id')
    .where('edition', '=', 'supporter')
    .executeTakeFirstOrThrow()
  await addNewKeys(database.db, TEST_CIPHER, 'supporter', 1)
  await tell()
  expect(await told()).toEqual(['eve@example.com'])
  expect(await factsOf('waiting-stock')).toEqual([{ entryId: eve, edition: 'supporter' }])
  // who was told of one edition does not count for the other
  const round = { edition: 'supporter', told_at: time.clock(), told: 4 }
  await database.db.insertInto('waiting_list_rounds').values(round).execute()
  await addKeys(1)
  await tell()
  expect(await told()).toEqual(['ada@example.com', 'eve@example.com'])
})

test('entries and mails are deleted in time', async () => {
  const { db } = database
  await join('unconfirmed@example.com')
  await joined('ada@example.com')
  await db.updateTable('mails').set({ created_at: time.clock() }).execute()
  await forgetWaiting(db, time.clock())
  expect(await entries()).toEqual({ 'unconfirmed@example.com': false, 'ada@example.com': true })
  time.pass(2 * DAY_S)
  await forgetWaiting(db, time.clock())
  expect(await entries()).toEqual({ 'ada@example.com': true })
  // a mail that was not sent until its link is over is not sent any more
  expect(await mailsOf('waiting-confirm')).toEqual([])
  await addKeys(1)
  await tell()
  await db.updateTable('mails').set({ sent_at: time.clock() }).execute()
  time.pass(30 * DAY_S)
  await forgetWaiting(db, time.clock())
  expect(await told()).toHaveLength(1)
  time.pass(1)
  await forgetWaiting(db, time.clock())
  expect(await told()).toEqual([])
  expect(await db.selectFrom('waiting_list_rounds').selectAll().execute()).toEqual([])
  // refused for as long, a mail is given up
  await joined('refused@example.com')
  await tell()
  await db.updateTable('mails').set({ created_at: time.clock(), failed_as: 'refused' }).execute()
  time.pass(30 * DAY_S)
  await forgetWaiting(db, time.clock())
  expect(await told()).toHaveLength(1)
  time.pass(1)
  await forgetWaiting(db, time.clock())
  expect(await told()).toEqual([])
  await db.deleteFrom('game_keys').execute()
  await joined('eve@example.com')
  time.pass(365 * DAY_S)
  await forgetWaiting(db, time.clock())
  expect(await entries()).toEqual({})
})
