import { USD } from '#shared/currency.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readOverview } from '#server/monitoring/read-overview.ts'
import { readShopState } from '#server/monitoring/read-shop-state.ts'
import { findCauses } from '#server/monitoring/find-causes.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { readEditionStock } from '#server/keys/read-edition-stock.ts'
import { deliverOrder, fillWaitingOrders } from '#server/payments/deliver-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { deliverDueOrders } from '#server/payments/settle-due-orders.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { createLog } from '#server/runtime/log.ts'
import type { StockMode } from '#shared/editions.ts'
import { makePerson } from '#test/account-fixture.ts'
import { CutOffError, cutOffAt } from '#test/cut-off-at.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testEditions } from '#test/editions.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { forgetOrders, order, orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { ask, askAndQuote, readOrder } from '#test/refund-fixture.ts'
import { useOrders } from '#test/use-orders.ts'
import { changeKeyHold } from './change-key-hold.ts'
import { listKeyHolds } from './list-key-holds.ts'
import { releaseKeys } from './release-keys.ts'
import { HEALTHY_MACHINE } from '#test/machine-state.ts'

const database = useTestDatabase({ max: 30 })
const { time, deps } = useOrders(database)
let actorId: string
const log = createLog({ level: 'silent' })

beforeAll(async () => {
  actorId = await makePerson(database.db, 'owner@example.com', 'owner')
})
beforeEach(() => database.db.updateTable('editions').set({ keys_held_since: null }).execute())

function use(stock: StockMode): void {
  Object.assign(deps, orderDeps(database.db, time.clock, { stock }))
}

async function hold(isHeld: boolean): Promise<void> {
  const by = { actorId, now: time.clock() }
  expect(await changeKeyHold(database.db, { edition: 'standard', isHeld }, by)).toBe('done')
}

const addKeys = (count: number) => addNewKeys(database.db, TEST_CIPHER, 'standard', count)
const release = (one: Partial<Parameters<typeof releaseKeys>[0]> = {}) =>
  releaseKeys({ ...deps, log, ...one })

async function confirm(one: PaymentRecord, seenAt = one.created_at): Promise<void> {
  await payOnChain(database.db, one, { seenAt })
  await settlePayment(deps, one.id)
  await deliverOrder(deps, one.id)
  time.pass(1)
}

async function paidOrders(count: number, quantity = 1): Promise<PaymentRecord[]> {
  const placed: PaymentRecord[] = []
  for (let buyer = 0; buyer < count; buyer += 1) {
    const userEmail = `buyer${String(buyer)}@example.com`
    placed.push(await placeOrder(deps, { userEmail, quantity, totalPrice: (6399 * quantity) / 100 }))
  }
  for (const one of placed) await confirm(one)
  return placed
}

/** Of each mail but that of a new order: template and number. */
async function mails(): Promise<Readonly<Record<string, number>>> {
  const rows = await database.db
    .selectFrom('mails')
    .select(['template', ({ fn }) => fn.countAll<bigint>().as('count')])
    .where('template', 'not in', ['received', 'refund-asked'])
    .groupBy('template')
    .execute()
  return Object.fromEntries(rows.map(({ template, count }) => [template, Number(count)]))
}

/** The number of keys of each order that has some. */
async function keysByOrder(): Promise<Readonly<Record<string, number>>> {
  const rows = await database.db
    .selectFrom('game_keys')
    .select(['payment_id', ({ fn }) => fn.countAll<bigint>().as('count')])
    .where('payment_id', 'is not', null)
    .groupBy('payment_id')
    .execute()
  return Object.fromEntries(rows.map((row) => [String(row.payment_id), Number(row.count)]))
}

const oneEach = (orders: readonly PaymentRecord[]) => Object.fromEntries(orders.map(({ id }) => [id, 1]))
const standardHold = async () => (await listKeyHolds(database.db, ['standard']))[0]
const lastAudited = () =>
  database.db
    .selectFrom('audit')
    .select(['action', 'facts'])
    .where('subject_id', '=', 'standard')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
const eventsOf = async (id: string) =>
  (await database.db.selectFrom('payment_events').select('kind').where('payment_id', '=', id).execute()).map(
    ({ kind }) => kind,
  )

test('while keys are held a paid order waits, says so, and is no problem of the shop', async () => {
  await addKeys(5)
  await hold(true)
  const [paid] = await paidOrders(1)
  if (paid === undefined) throw new Error('expected an order')
  await deliverDueOrders({ ...deps, log })
  await fillWaitingOrders(deps)
  expect(await release()).toBe(false)
  const waiting = await readOrder(database.db, paid.id)
  expect(waiting).toMatchObject({
    status: 'confirmed',
    flags: ['keys_on_release'],
    awaiting_keys_since: null,
  })
  expect(await keysByOrder()).toEqual({})
  expect(await mails()).toEqual({ 'keys-on-release': 1 })
  expect(await eventsOf(paid.id)).toContain('awaiting_release')
  // settled again, it keeps its flag
  await settlePayment(deps, paid.id)
  expect((await readOrder(database.db, paid.id)).flags).toEqual(['keys_on_release'])
  expect(await standardHold()).toMatchObject({ orders: 1, copies: 1, released: null })

  const shopState = () =>
    readShopState({
      ...deps,
      editions: testEditions('backorder'),
      railStates: () => Promise.resolve([]),
      currenciesWithoutRate: () => Promise.resolve([]),
      machineState: () => HEALTHY_MACHINE,
    })
  const overview = await readOverview(
    {
      db: database.db,
      currency: USD,
      shopState,
      readBackups: () => Promise.reject(new Error('not for a viewer')),
    },
    'viewer',
    time.clock(),
  )
  expect(overview.waiting).toEqual([])
  expect(findCauses(await shopState()).map(({ kind }) => kind)).not.toContain('keys-missing')
})

test('a release hands out to each waiting order once, by several processes, and is written down', async () => {
  await addKeys(30)
  await hold(true)
  const orders = await paidOrders(12)
  await hold(false)
  await Promise.all([release(), release(), release(), deliverDueOrders({ ...deps, log })])
  await release()
  expect(await keysByOrder()).toEqual(oneEach(orders))
  expect(await mails()).toEqual({ 'keys-on-release': 12, keys: 12 })
  const flags = await database.db.selectFrom('payments').select('flags').execute()
  expect(flags.flatMap((one) => one.flags)).toEqual([])
  expect(await standardHold()).toMatchObject({ heldSince: null, orders: 0, released: { orders: 12 } })
  expect(await lastAudited()).toEqual([
    { action: 'keys.release', facts: { orders: 12, copies: 12 } },
    { action: 'keys.hold', facts: { orders: 0, copies: 0 } },
  ])
})

test('switched twice at once it is switched once; held again in between, nothing more leaves', async () => {
  await addKeys(10)
  await hold(true)
  expect((await listKeyHolds(database.db, [])).map(({ edition }) => edition)).toEqual(['standard'])
  const orders = await paidOrders(3)
  await Promise.all([hold(false), hold(false)])
  expect((await lastAudited()).map(({ action }) => action)).toEqual(['keys.release', 'keys.hold'])
  await release({ queuedMax: 1 })
  await hold(true)
  await release()
  expect(Object.keys(await keysByOrder())).toEqual([orders[0]?.id])
  await hold(false)
  await release()
  expect(await keysByOrder()).toEqual(oneEach(orders))
  expect(await mails()).toEqual({ 'keys-on-release': 3, keys: 3 })
  const unknown = { edition: 'unknown', isHeld: true }
  expect(await changeKeyHold(database.db, unknown, { actorId, now: time.clock() })).toBe('not-found')
})

test('the database itself refuses a hand-out of held keys', async () => {
  await hold(true)
  const placed = await placeOrder(deps)
  await expect(
    database.db
      .updateTable('payments')
      .set({ delivered_at: time.clock() })
      .where('id', '=', placed.id)
      .execute(),
  ).rejects.toMatchObject({ code: '23001' })
})

test('a switch waits for the hand-outs under way, and no key leaves after it has returned', async () => {
  await addKeys(20)
  const placed = await Promise.all(Array.from({ length: 10 }, () => placeOrder(deps)))
  for (const one of placed) {
    await payOnChain(database.db, one)
    await settlePayment(deps, one.id)
  }
  const handOuts = placed.map((one) => deliverOrder(deps, one.id))
  await hold(true)
  const before = await keysByOrder()
  await Promise.all(handOuts)
  await deliverDueOrders({ ...deps, log })
  expect(await keysByOrder()).toEqual(before)
  await hold(false)
  await release()
  expect(await keysByOrder()).toEqual(oneEach(placed))
})

test('reserve: held orders keep their copies, so that exactly the stock is sold', async () => {
  use('reserve')
  await addKeys(6)
  await hold(true)
  const orders = await paidOrders(4)
  // holds do not end with the window
  time.pass(3600)
  expect((await readEditionStock(database.db, testEditions('reserve'), time.clock()))[0]?.sold_out).toBe(
    false,
  )
  const more = await Promise.all(
    Array.from({ length: 5 }, (_, at) => order(deps, { userEmail: `late${String(at)}@example.com` })),
  )
  expect(more.filter(({ kind }) => kind === 'created')).toHaveLength(2)
  expect((await readEditionStock(database.db, testEditions('reserve'), time.clock()))[0]?.sold_out).toBe(true)
  await hold(false)
  await release()
  expect(await keysByOrder()).toEqual(oneEach(orders))
})

test('backorder with fewer keys than promised: the first get theirs, the others wait for stock and are told so', async () => {
  await addKeys(2)
  await hold(true)
  const orders = await paidOrders(4)
  await hold(false)
  // paid since: it does not overtake those that waited for the release
  const younger = await placeOrder(deps, { userEmail: 'younger@example.com' })
  await confirm(younger)
  expect(await keysByOrder()).toEqual({})
  await Promise.all([release(), release()])
  await deliverDueOrders({ ...deps, log })
  expect(await keysByOrder()).toEqual(oneEach(orders.slice(0, 2)))
  expect(await mails()).toEqual({ 'keys-on-release': 4, keys: 2, 'keys-follow': 3 })
  const third = await readOrder(database.db, orders[2]?.id ?? '')
  expect(third).toMatchObject({ flags: ['awaiting_keys'], awaiting_release_since: null })
  await addKeys(3)
  await fillWaitingOrders(deps)
  expect(await keysByOrder()).toEqual(oneEach([...orders, younger]))
})

test('an order that waited for stock waits for the release instead, once keys are held', async () => {
  const [paid] = await paidOrders(1)
  await hold(true)
  await addKeys(1)
  await fillWaitingOrders(deps)
  expect(await readOrder(database.db, paid?.id ?? '')).toMatchObject({
    flags: ['keys_on_release'],
    awaiting_keys_since: null,
  })
  await hold(false)
  await release()
  expect(await mails()).toEqual({ 'keys-follow': 1, 'keys-on-release': 1, keys: 1 })
})

test('late money counts and waits; a held order is refunded as any other, and gets no keys then', async () => {
  await addKeys(5)
  await hold(true)
  const late = await placeOrder(deps)
  time.pass(1200)
  await confirm(late, time.clock())
  expect((await readOrder(database.db, late.id)).flags).toEqual(['late', 'keys_on_release'])
  const [first, second] = await paidOrders(2)
  if (first === undefined || second === undefined) throw new Error('expected two orders')
  await askAndQuote(deps, first.id)
  await hold(false)
  await release()
  expect(await keysByOrder()).toEqual(oneEach([late, second]))
  expect(await standardHold()).toMatchObject({ orders: 0, released: { orders: 2 } })
  expect(await ask(deps, first.id)).toMatchObject({ kind: 'already' })
})

test('the outbox takes a number of mails at a time; a mail server that is down delays no keys', async () => {
  await addKeys(5)
  await hold(true)
  await paidOrders(5)
  await hold(false)
  const handedOut = async () => {
    expect(await release({ queuedMax: 2 })).toBe(true)
    return Object.keys(await keysByOrder()).length
  }
  // the other mails of these orders do not count
  expect([await handedOut(), await handedOut()]).toEqual([2, 2])
  const queued = database.db.selectFrom('mails').select('id').where('template', '=', 'keys')
  await database.db
    .updateTable('mails')
    .set({ sent_at: time.clock() })
    .where('id', 'in', queued.limit(1))
    .execute()
  expect(await handedOut()).toBe(3)
  await database.db
    .updateTable('mails')
    .set({ failed_as: 'unreachable' })
    .where('sent_at', 'is', null)
    .execute()
  expect(await handedOut()).toBe(5)
})

test('cut off at any statement and called again, each order has its keys and its mail once', async () => {
  let cuts = 0
  for (let statement = 1; ; statement += 1) {
    await forgetOrders(database.db)
    await addKeys(2)
    await hold(true)
    const orders = await paidOrders(2)
    await hold(false)
    const reports: string[] = []
    const cutLog = createLog({ level: 'error', write: (line) => reports.push(line) })
    await release({ log: cutLog, db: database.db.withPlugin(cutOffAt(statement)) }).catch(
      (error: unknown) => {
        if (!(error instanceof CutOffError)) throw error
        reports.push('cut off')
      },
    )
    expect(
      reports.filter((one) => !['cut off', ...orders.map(({ id }) => id)].some((id) => one.includes(id))),
    ).toEqual([])
    await Promise.all([release(), release()])
    const keys = await keysByOrder()
    expect(Object.fromEntries(orders.map(({ id }) => [id, keys[id]])), `at ${String(statement)}`).toEqual(
      oneEach(orders),
    )
    expect(await mails()).toEqual({ 'keys-on-release': 2, keys: 2 })
    if (reports.length === 0) break
    cuts += 1
  }
  expect(cuts).toBeGreaterThan(15)
})
