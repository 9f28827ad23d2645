import { beforeEach, describe, expect, test } from 'vitest'
import { deliverOrder, fillWaitingOrders } from '#server/payments/deliver-order.ts'
import type { CreatePaymentResult } from '#server/payments/create-payment.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { deliverDueOrders } from '#server/payments/settle-due-orders.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { createLog } from '#server/runtime/log.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { order, orderDeps, payOnChain, placeOrder, readyAddresses } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { addNewKeys } from './generate-keys.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

const STOCK = 20
const BUYERS = 60

const CONNECTIONS = 30
const database = useTestDatabase({ max: CONNECTIONS, isFreshPerTest: true })
let time: ReturnType<typeof testClock>
beforeEach(async () => {
  time = testClock()
  await addNewKeys(database.db, TEST_CIPHER, 'standard', STOCK)
})

describe('60 concurrent buyers of 20 keys', () => {
  // holds I5
  test('reserve: 20 buy, 40 are refused, and nothing is left over', async () => {
    const deps = orderDeps(database.db, time.clock, { stock: 'reserve' })
    const creations = await orderAtOnce(deps)
    const made = madeOf(creations)
    expect(made).toHaveLength(STOCK)
    expect(refusalsOf(creations)).toEqual(Array.from({ length: BUYERS - STOCK }, () => 'OUT_OF_STOCK'))
    expect(await count('payments')).toBe(STOCK)
    expect(await passesSpent()).toBe(STOCK)
    expect((await keys()).every((key) => key.held_for !== null)).toBe(true)

    await confirmThreeTimesAtOnce(deps, made)
    const handed = await keys()
    expect(new Set(handed.map((key) => key.payment_id))).toEqual(new Set(made.map((one) => one.id)))
    expect(handed.every((key) => key.held_for === null && key.held_until === null)).toBe(true)
    expect(await mails()).toEqual(Array.from({ length: STOCK }, () => 'keys'))
  })

  test('backorder: 60 buy, 20 get keys at once, the others when keys are added, oldest first', async () => {
    const deps = orderDeps(database.db, time.clock, { stock: 'backorder' })
    const made = madeOf(await orderAtOnce(deps))
    expect(made).toHaveLength(BUYERS)
    await confirmThreeTimesAtOnce(deps, made)
    const waiting = await database.db
      .selectFrom('payments')
      .select(['id', 'status', 'flags'])
      .where('awaiting_keys_since', 'is not', null)
      .execute()
    expect(waiting).toHaveLength(BUYERS - STOCK)
    expect(waiting.every((one) => one.status === 'confirmed' && one.flags.includes('awaiting_keys'))).toBe(
      true,
    )
    expect((await mails()).filter((template) => template === 'keys')).toHaveLength(STOCK)
    expect((await mails()).filter((template) => template === 'keys-follow')).toHaveLength(BUYERS - STOCK)

    const inTurn = await confirmedInTurn(waiting.map((one) => one.id))
    await addNewKeys(database.db, TEST_CIPHER, 'standard', 10)
    expect(await fillWaitingOrders(deps)).toBe(10)
    expect(new Set(await stillWaiting())).toEqual(new Set(inTurn.slice(10)))

    await addNewKeys(database.db, TEST_CIPHER, 'standard', 30)
    const filled = await Promise.all([1, 2, 3].map(() => fillWaitingOrders(deps)))
    expect(filled.reduce((total, one) => total + one, 0)).toBe(30)
    expect(await stillWaiting()).toEqual([])
    const owners = (await keys()).map((key) => key.payment_id)
    expect(new Set(owners).size).toBe(BUYERS)
    expect(owners).toHaveLength(BUYERS)
    expect((await mails()).filter((template) => template === 'keys')).toHaveLength(BUYERS)
    const flags = await database.db.selectFrom('payments').select('flags').execute()
    expect(flags.filter((one) => one.flags.length > 0)).toEqual([])
  })
})

// holds I1
test('an order of three gets all its keys or none, and later orders do not overtake it', async () => {
  const deps = orderDeps(database.db, time.clock)
  const [large] = madeOf([await order(deps, { quantity: 21, totalPrice: 1343.79 })])
  const [small] = madeOf([await order(deps)])
  if (large === undefined || small === undefined) throw new Error('no order was made')
  await confirm(deps, large)
  time.pass(60)
  await confirm(deps, small)
  expect(await stillWaiting()).toEqual([large.id, small.id])
  expect((await keys()).filter((key) => key.payment_id !== null)).toEqual([])
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  expect(await fillWaitingOrders(deps)).toBe(1)
  expect(await stillWaiting()).toEqual([small.id])
  expect((await keys()).filter((key) => key.payment_id === large.id)).toHaveLength(21)
})

// holds I2
test('money that a reorganisation took away moves no keys, and holds up no other order', async () => {
  const deps = orderDeps(database.db, time.clock)
  const orphaned = await placeOrder(deps, { quantity: 21, totalPrice: 1343.79 })
  await confirm(deps, orphaned)
  time.pass(60)
  const younger = await placeOrder(deps)
  await confirm(deps, younger)
  expect(await stillWaiting()).toEqual([orphaned.id, younger.id])
  // what is stored when a chain goes back and its node then fails: the order is marked, but not settled yet
  await loseMoneyOf(orphaned)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 5)

  expect(await fillWaitingOrders(deps)).toBe(1)
  expect(await deliverOrder(deps, orphaned.id)).toEqual({ kind: 'nothing-to-do' })
  expect(await stillWaiting()).toEqual([orphaned.id])

  await payOnChain(database.db, orphaned)
  await settlePayment(deps, orphaned.id)
  expect(await fillWaitingOrders(deps)).toBe(1)
})

test('a confirmed order whose money is taken away before its delivery gets no keys, and is not told to wait', async () => {
  const deps = orderDeps(database.db, time.clock)
  const log = createLog({ level: 'silent' })
  const orders = [await placeOrder(deps), await placeOrder(deps, { quantity: 40, totalPrice: 2559.6 })]
  for (const one of orders) {
    await payOnChain(database.db, one)
    await settlePayment(deps, one.id)
    await loseMoneyOf(one)
  }
  await deliverDueOrders({ ...deps, log })
  expect(await mails()).toEqual([])
  expect((await keys()).filter((key) => key.payment_id !== null)).toEqual([])
})

test('an order with a requested refund gets no keys', async () => {
  const deps = orderDeps(database.db, time.clock)
  const [one] = madeOf([await order(deps)])
  if (one === undefined) throw new Error('no order was made')
  await database.db.insertInto('refunds').values({ payment_id: one.id }).execute()
  await confirm(deps, one)
  expect(await mails()).toEqual([])
  expect((await keys()).filter((key) => key.payment_id !== null)).toEqual([])
})

test('an order delivered, then unpaid by a reorganisation and paid again, gets no second key', async () => {
  const deps = orderDeps(database.db, time.clock)
  const [one] = madeOf([await order(deps)])
  if (one === undefined) throw new Error('no order was made')
  await confirm(deps, one)
  await loseMoneyOf(one)
  expect((await settlePayment(deps, one.id)).status).toBe('review')
  await payOnChain(database.db, one)
  await confirm(deps, one, { isPaid: true })
  const { status, flags } = await database.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  expect([status, flags]).toEqual(['confirmed', ['reorged']])
  expect((await keys()).filter((key) => key.payment_id === one.id)).toHaveLength(1)
  expect(await mails()).toEqual(['keys'])
})

async function orderAtOnce(deps: CreatePaymentDeps): Promise<CreatePaymentResult[]> {
  await readyAddresses(deps, 'bitcoin', { count: 2 * BUYERS })
  return Promise.all(
    Array.from({ length: BUYERS }, (_, index) => {
      const email = `buyer${String(index)}@example.com`
      return order(deps, { userEmail: email, steamId: email })
    }),
  )
}

function madeOf(creations: readonly CreatePaymentResult[]): readonly PaymentRecord[] {
  return creations.flatMap((one) => (one.kind === 'refused' ? [] : [one.record]))
}

function refusalsOf(creations: readonly CreatePaymentResult[]): readonly string[] {
  return creations.flatMap((one) => (one.kind === 'refused' ? [one.code] : []))
}

async function confirm(
  deps: CreatePaymentDeps,
  record: PaymentRecord,
  { isPaid = false } = {},
): Promise<void> {
  if (!isPaid) await payOnChain(database.db, record)
  await settlePayment(deps, record.id)
  await deliverOrder(deps, record.id)
}

/** What is stored when the block of a payment is orphaned. */
async function loseMoneyOf({ id }: PaymentRecord): Promise<void> {
  await database.db
    .updateTable('transfers')
    .set({ lost_at: time.clock(), lost_as: 'orphaned', block_height: null, block_hash: null, block_at: null })
    .where('payment_id', '=', id)
    .execute()
  await database.db.updateTable('payments').set({ needs_settling: true }).where('id', '=', id).execute()
}

/** Like three workers that all see the same block. */
async function confirmThreeTimesAtOnce(
  deps: CreatePaymentDeps,
  records: readonly PaymentRecord[],
): Promise<void> {
  for (const record of records) await payOnChain(database.db, record)
  // as many at once as there are connections: who waits too long for one is refused, which is no race
  for (let from = 0; from < records.length; from += CONNECTIONS / 3) {
    const some = records.slice(from, from + CONNECTIONS / 3)
    await Promise.all(
      [1, 2, 3].flatMap(() =>
        some.map(async (record) => {
          await settlePayment(deps, record.id)
          await deliverOrder(deps, record.id)
        }),
      ),
    )
  }
}

/** Sets the confirmation times of waiting orders a minute apart, so that their order is known. */
async function confirmedInTurn(ids: readonly string[]): Promise<readonly string[]> {
  for (const [index, id] of ids.entries()) {
    const confirmedAt = new Date(time.clock().getTime() - index * 60_000)
    await database.db
      .updateTable('payments')
      .set({ confirmed_at: confirmedAt })
      .where('id', '=', id)
      .execute()
  }
  return [...ids].reverse()
}

async function stillWaiting(): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom('payments')
    .select('id')
    .where('awaiting_keys_since', 'is not', null)
    .where('delivered_at', 'is', null)
    .orderBy('confirmed_at')
    .execute()
  return rows.map((row) => row.id)
}

const keys = () => database.db.selectFrom('game_keys').selectAll().execute()

/** The mails with keys; beside them each order has the mail of a new order. */
async function mails(): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom('mails')
    .select('template')
    .where('template', '<>', 'received')
    .execute()
  return rows.map((row) => row.template)
}

async function count(table: 'payments'): Promise<number> {
  const rows = await database.db.selectFrom(table).select('id').execute()
  return rows.length
}

async function passesSpent(): Promise<number> {
  const rows = await database.db
    .selectFrom('captcha_passes')
    .select('spent_by')
    .where('spent_by', 'is not', null)
    .execute()
  return rows.length
}
