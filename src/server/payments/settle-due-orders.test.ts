import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import type { Db } from '#server/db/database.ts'
import { createLog } from '#server/runtime/log.ts'
import { usdCents } from '#shared/money.ts'
import { NETWORKS } from '#shared/rails.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { isSomebodyWaiting } from '#test/is-somebody-waiting.ts'
import { orderDeps, payOnChain, placeOrder, readyAddresses } from '#test/order-fixture.ts'
import { until } from '#test/until.ts'
import type { CreatePaymentDeps } from './insert-order.ts'
import type { PaymentRecord } from './payment-record.ts'
import { settleDueOrders } from './settle-due-orders.ts'
import { useOrders } from '#test/use-orders.ts'

const database = useTestDatabase()
const { time, deps } = useOrders(database)
beforeEach(async () => {
  await database.db.deleteFrom('mails').execute()
  await readyAddresses(deps, 'bitcoin', { count: 40 })
})

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
    policy: { ...deps.policy, singleNodeCents: usdCents(200_00) },
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

test('counting confirmations never waits for a process that holds an order, so that neither ends the other', async () => {
  const { db } = database
  await db
    .insertInto('cursors')
    .values({
      chain: 'bitcoin',
      height: 12,
      hash: 'head',
      block_at: time.clock(),
      head_height: 12,
      finalized_height: 0,
      watched_until: time.clock(),
    })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ head_height: 12 }))
    .execute()
  const counted = { status: 'detected', blockchain_confirmations: 1, counted_at_head: 10, ripe_at_head: 99 }
  // the order that comes second by its id is found first: the reverse of the order in which orders are settled
  const [second, first] = ['2', '1'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)
  for (const id of [second, first]) await insertPayment(db, { id, ...counted })
  const lock = (tx: Db, id = '') =>
    tx.selectFrom('payments').select('id').where('id', '=', id).forUpdate().execute()
  let counting: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await lock(tx, first)
    let isDone = false
    counting = settleDueOrders({ ...deps, log: createLog({ level: 'silent' }) }, 'bitcoin', true).finally(
      () => (isDone = true),
    )
    counting.catch(() => undefined)
    await until(async () => isDone || (await isSomebodyWaiting(db)), { what: 'the count' })
    await lock(tx, second)
  })
  await counting
  const counts = async () => {
    const rows = await db.selectFrom('payments').select('blockchain_confirmations').orderBy('id').execute()
    return rows.map((row) => row.blockchain_confirmations)
  }
  expect(await counts()).toEqual([1, 3])
  await settleDueOrders({ ...deps, log: createLog({ level: 'silent' }) }, 'bitcoin', true)
  expect(await counts()).toEqual([3, 3])
})
