import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { createLog } from '#server/runtime/log.ts'
import { cents } from '#shared/money.ts'
import { NETWORKS } from '#shared/rails.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { forgetOrders, orderDeps, payOnChain, placeOrder, readyAddresses } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import type { CreatePaymentDeps } from './create-payment.ts'
import type { PaymentRecord } from './payment-record.ts'
import { settleDueOrders } from './settle-due-orders.ts'

let database: TestDatabase
let time: ReturnType<typeof testClock>
let deps: CreatePaymentDeps
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await forgetOrders(database.db)
  await database.db.deleteFrom('mails').execute()
  time = testClock()
  deps = orderDeps(database.db, time.clock)
  await readyAddresses(deps, 'bitcoin', { count: 40 })
})
afterAll(() => database.close())

async function paidOrders(count: number, request: Parameters<typeof placeOrder>[1] = {}, from = deps) {
  const orders: PaymentRecord[] = []
  for (let at = 0; at < count; at += 1) {
    const order = await placeOrder(from, request)
    await payOnChain(database.db, order)
    orders.push(order)
  }
  return orders.sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Settles the orders as after a block with their payments. */
async function settle(from = deps): Promise<void> {
  await database.db.updateTable('payments').set({ needs_settling: true }).execute()
  await settleDueOrders({ ...from, log: createLog({ level: 'silent' }) }, 'bitcoin', true)
}

/** Status and number of keys of each order, and how many mails with keys it gets. */
async function outcomes(orders: readonly PaymentRecord[]) {
  const { db } = database
  return Promise.all(
    orders.map(async ({ id }) => {
      const { status, flags } = await db
        .selectFrom('payments')
        .select(['status', 'flags'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const keys = await db.selectFrom('game_keys').select('line_no').where('payment_id', '=', id).execute()
      const mails = await db
        .selectFrom('mails')
        .select('id')
        .where('payment_id', '=', id)
        .where('template', '=', 'keys')
        .execute()
      const lines = keys.map((key) => key.line_no).sort()
      return { status, flags, lines, mails: mails.length }
    }),
  )
}

const DELIVERED = { status: 'confirmed', flags: [], mails: 1 }

test('orders of a block get their own numbers of keys of their own editions, in one transaction', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 10)
  await addNewKeys(database.db, TEST_CIPHER, 'supporter', 10)
  const two = await paidOrders(3, { quantity: 2, totalPrice: 127.98 })
  const one = await paidOrders(2)
  const supporter = await paidOrders(2, { edition: 'supporter', totalPrice: 119.99 })
  await settle()
  expect(await outcomes(two)).toEqual(Array(3).fill({ ...DELIVERED, lines: [1, 2] }))
  expect(await outcomes([...one, ...supporter])).toEqual(Array(4).fill({ ...DELIVERED, lines: [1] }))
  const keys = await database.db
    .selectFrom('game_keys')
    .innerJoin('payments', 'payments.id', 'game_keys.payment_id')
    .select(['game_edition', 'edition'])
    .execute()
  expect(keys).toHaveLength(10)
  expect(keys.every((key) => key.game_edition === key.edition)).toBe(true)
  const events = await database.db
    .selectFrom('payment_events')
    .select('kind')
    .where('kind', 'in', ['status', 'delivered'])
    .execute()
  expect(events).toHaveLength(14)
})

test('with too few keys the first orders get theirs and the others wait, each for itself', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 3)
  const orders = await paidOrders(5)
  await settle()
  const waits = { status: 'confirmed', flags: ['awaiting_keys'], lines: [], mails: 0 }
  expect(await outcomes(orders)).toEqual([
    ...Array<unknown>(3).fill({ ...DELIVERED, lines: [1] }),
    waits,
    waits,
  ])
})

test('an order that waits for stock goes before those of a later block', async () => {
  const first = await paidOrders(1)
  await settle()
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  time.pass(60)
  const later = await paidOrders(2)
  await settle()
  expect(await outcomes(first)).toEqual([{ ...DELIVERED, lines: [1] }])
  const taken = (await outcomes(later)).flatMap(({ lines }) => lines)
  expect(taken.length).toBeLessThan(2)
})

test('an order that cannot be settled does not keep the others of its block from their keys', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 5)
  const orders = await paidOrders(3)
  const damaged = orders[1]!
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'damaged'; end $$`.execute(
    database.db,
  )
  await sql`
    create trigger damaged before insert on payment_events for each row when (new.payment_id = ${sql.lit(damaged.id)})
    execute function refuse()`.execute(database.db)
  await settle()
  const [first, second, third] = await outcomes(orders)
  expect([first, third]).toEqual(Array(2).fill({ ...DELIVERED, lines: [1] }))
  expect(second).toEqual({ status: 'pending', flags: [], lines: [], mails: 0 })
  await sql`drop function refuse cascade`.execute(database.db)
  await settle()
  expect(await outcomes([damaged])).toEqual([{ ...DELIVERED, lines: [1] }])
})

test('an order with a refund request gets no keys, and the others of its block do', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 5)
  const orders = await paidOrders(3)
  const [, asked] = orders
  await database.db
    .updateTable('payments')
    .set({ withdrawn_at: time.clock() })
    .where('id', '=', asked!.id)
    .execute()
  await settle()
  expect((await outcomes(orders)).map(({ lines }) => lines)).toEqual([[1], [], [1]])
})

test('orders of a block do not exceed the limit for a single node together', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 10)
  const real: CreatePaymentDeps = {
    ...deps,
    policy: { ...deps.policy, singleNodeCents: cents(200_00) },
    railStates: () =>
      Promise.resolve(
        NETWORKS.map((network) => ({ network, available: true, reason: null, simulated: false })),
      ),
  }
  const orders = await paidOrders(5, {}, real)
  await settle(real)
  const settled = await outcomes(orders)
  expect(settled.map(({ status }) => status)).toEqual([
    'confirmed',
    'confirmed',
    'confirmed',
    'detected',
    'detected',
  ])
  expect(settled.map(({ lines }) => lines.length)).toEqual([1, 1, 1, 0, 0])
})

test('orders that reserve get the keys that they hold', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 4)
  const reserving = orderDeps(database.db, time.clock, { stock: 'reserve' })
  const orders = await paidOrders(2, { quantity: 2, totalPrice: 127.98 }, reserving)
  const held = await heldKeys()
  await settle(reserving)
  expect(await outcomes(orders)).toEqual(Array(2).fill({ ...DELIVERED, lines: [1, 2] }))
  expect(await heldKeys()).toEqual([])
  expect(held).toHaveLength(4)
})

async function heldKeys() {
  return database.db.selectFrom('game_keys').select('id').where('held_for', 'is not', null).execute()
}
