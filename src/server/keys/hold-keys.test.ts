import { USD } from '#shared/currency.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { CreatePaymentRequest } from '#shared/api.ts'
import { cents, centsToNumber } from '#shared/money.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import {
  order,
  orderDeps,
  payOnChain,
  placeOrder,
  forgetOrders,
  readyAddresses,
} from '#test/order-fixture.ts'
import { addNewKeys } from './generate-keys.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { useOrders } from '#test/use-orders.ts'

const database = useTestDatabase({ max: 30 })
const { time, deps } = useOrders(database, { stock: 'reserve' })
test('a hold ends with the window, and the key can be sold again', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  const first = await placeOrder(deps)
  expect(await heldFor(first.id)).toBe(1)
  expect(await order(deps)).toMatchObject({ kind: 'refused', code: 'OUT_OF_STOCK' })
  time.pass(900)
  expect(await order(deps)).toMatchObject({ kind: 'refused', code: 'OUT_OF_STOCK' })
  time.pass(1)
  const second = await placeOrder(deps)
  expect([await heldFor(first.id), await heldFor(second.id)]).toEqual([0, 1])
})

test('in the last moment of a hold its copy counts once', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  const first = await placeOrder(deps)
  time.pass(900)
  const second = await placeOrder(deps, { userEmail: 'second@example.com' })
  expect([await heldFor(first.id), await heldFor(second.id)]).toEqual([1, 1])
})

test('an order that expires returns its key at once', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  const { id } = await placeOrder(deps)
  await watchedUntil(20 * 60)
  time.pass(901)
  expect((await settlePayment(deps, id)).status).toBe('expired')
  expect(await heldFor(id)).toBe(0)
})

test.each([
  ['detected', 0, 1n],
  ['partial', 50, 2n],
] as const)('a hold lasts while the order is %s', async (status, confirmations, share) => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  const record = await placeOrder(deps)
  await payOnChain(database.db, record, { confirmations, atoms: record.due_atoms / share })
  expect((await settlePayment(deps, record.id)).status).toBe(status)
  time.pass(3600)
  expect(await order(deps)).toMatchObject({ kind: 'refused', code: 'OUT_OF_STOCK' })
  expect(await heldFor(record.id)).toBe(1)
})

// holds I5
test('money that is stored but not settled yet keeps its keys beyond the window', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  const record = await placeOrder(deps)
  await payOnChain(database.db, record, { confirmations: 0 })
  await database.db
    .updateTable('payments')
    .set({ needs_settling: true })
    .where('id', '=', record.id)
    .execute()
  time.pass(901)
  expect(await order(deps)).toMatchObject({ kind: 'refused', code: 'OUT_OF_STOCK' })
  expect((await settlePayment(deps, record.id)).status).toBe('detected')
  expect(await heldFor(record.id)).toBe(1)
})

test('an order that keeps its hold is delivered though others wait for keys', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  const holder = await placeOrder(deps)
  const waiting = await placeOrder(orderDeps(database.db, time.clock))
  for (const record of [waiting, holder]) {
    await payOnChain(database.db, record)
    await settlePayment(deps, record.id)
    time.pass(1)
  }
  expect(await deliverOrder(deps, waiting.id)).toEqual({ kind: 'awaiting-keys' })
  expect(await deliverOrder(deps, holder.id)).toEqual({ kind: 'delivered', keys: 1 })
})

test('an order whose hold has ended is delivered from the remaining stock', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  const record = await placeOrder(deps)
  time.pass(901)
  await placeOrder(deps)
  await payOnChain(database.db, record)
  await settlePayment(deps, record.id)
  expect(await deliverOrder(deps, record.id)).toEqual({ kind: 'delivered', keys: 1 })
})

// holds I5
test('an order whose hold has ended takes no keys that are promised to another order', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 6)
  const late = await placeOrder(deps)
  time.pass(901)
  // beyond the allowance: promised, and not held
  const promised = await placeOrder(deps, ofCopies(6), { client: '203.0.113.8' })
  expect(await heldFor(promised.id)).toBe(0)
  await payOnChain(database.db, late)
  await settlePayment(deps, late.id)
  expect(await deliverOrder(deps, late.id)).toEqual({ kind: 'awaiting-keys' })
  await payOnChain(database.db, promised)
  await settlePayment(deps, promised.id)
  expect(await deliverOrder(deps, promised.id)).toEqual({ kind: 'delivered', keys: 6 })
})

test('of orders that wait without a hold, the oldest takes the last key', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 3)
  const [first, second] = [await placeOrder(deps), await placeOrder(deps)]
  time.pass(901)
  const third = await placeOrder(deps, ofCopies(2))
  for (const record of [third, first, second]) {
    await payOnChain(database.db, record)
    await settlePayment(deps, record.id)
    time.pass(1)
  }
  expect(await deliverOrder(deps, second.id)).toEqual({ kind: 'awaiting-keys' })
  expect(await deliverOrder(deps, first.id)).toEqual({ kind: 'delivered', keys: 1 })
  expect(await deliverOrder(deps, third.id)).toEqual({ kind: 'delivered', keys: 2 })
})

test('one buyer holds five keys; further orders are backorders, so that nobody can block the stock', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 20)
  const four = await placeOrder(deps, { quantity: 4, totalPrice: 255.96 })
  const two = await placeOrder(deps, { quantity: 2, totalPrice: 127.98 })
  const one = await placeOrder(deps, { userEmail: 'BUYER@example.com' })
  const beyond = await placeOrder(deps)
  const neighbour = await placeOrder(deps, { userEmail: 'neighbour@example.com' })
  const elsewhere = await placeOrder(deps, {}, { client: '203.0.113.8' })
  const held = await Promise.all([four, two, one, beyond, neighbour, elsewhere].map(({ id }) => heldFor(id)))
  expect(held).toEqual([4, 0, 1, 0, 1, 1])
})

test('a client with many e-mail addresses cannot empty the shelf', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 500)
  const of = (at: number) => ({ ...ofCopies(5), userEmail: `buyer${String(at)}@example.com` })
  const orders = []
  for (let at = 0; at < 20; at++) orders.push(await order(deps, of(at)))
  expect(orders.filter(({ kind }) => kind === 'created')).toHaveLength(10)
  expect(orders.at(-1)).toMatchObject({ code: 'UNPAID_ORDERS', status: 429, retryAfterS: 900 })
  expect(await order(deps, of(20), { client: '203.0.113.8' })).toMatchObject({ kind: 'created' })
  // an only order may be of any quantity
  expect(await order(deps, ofCopies(100), { client: '203.0.113.9' })).toMatchObject({ kind: 'created' })
  time.pass(901)
  expect(await order(deps, of(21))).toMatchObject({ kind: 'created' })
})

test('what a client is promised of one edition does not count for another', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 40)
  await addNewKeys(database.db, TEST_CIPHER, 'supporter', 40)
  const supporter = {
    edition: 'supporter',
    quantity: 30,
    totalPrice: centsToNumber(cents(119_99 * 30), USD),
  } as const
  expect(await order(deps, supporter)).toMatchObject({ kind: 'created' })
  expect(await order(deps, { ...supporter, quantity: 1, totalPrice: 119.99 })).toMatchObject({
    code: 'UNPAID_ORDERS',
  })
  expect(await order(deps)).toMatchObject({ kind: 'created' })
})

test('what a client has paid does not count against what it is promised', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 80)
  const paid = await placeOrder(deps, ofCopies(30))
  expect(await order(deps)).toMatchObject({ code: 'UNPAID_ORDERS' })
  await payOnChain(database.db, paid, { confirmations: 0 })
  expect((await settlePayment(deps, paid.id)).status).toBe('detected')
  expect(await order(deps)).toMatchObject({ kind: 'created' })
})

test('30 buyers behind one address order a copy each', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 40)
  for (let at = 0; at < 30; at++) {
    const { id } = await placeOrder(deps, { userEmail: `buyer${String(at)}@example.com` })
    expect(await heldFor(id)).toBe(1)
  }
})

test.each([1, 5, 6, 50, 100])('an empty edition sells no order of %i', async (quantity) => {
  expect(await order(deps, ofCopies(quantity))).toMatchObject({ kind: 'refused', code: 'OUT_OF_STOCK' })
})

test('an order beyond the allowance is taken only from free stock, and counts against it', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 20)
  expect(await order(deps, ofCopies(21))).toMatchObject({ kind: 'refused', code: 'OUT_OF_STOCK' })
  const backorder = await placeOrder(deps, ofCopies(18))
  const neighbour = { userEmail: 'neighbour@example.com' }
  expect(await order(deps, { ...ofCopies(3), ...neighbour })).toMatchObject({ code: 'OUT_OF_STOCK' })
  const last = await placeOrder(deps, { ...ofCopies(2), ...neighbour })
  expect([await heldFor(backorder.id), await heldFor(last.id)]).toEqual([0, 2])
  expect(await order(deps, { userEmail: 'third@example.com' })).toMatchObject({ code: 'OUT_OF_STOCK' })
  time.pass(901)
  expect(await order(deps, { ...ofCopies(20), ...neighbour })).toMatchObject({ kind: 'created' })
})

test('a paid order beyond the allowance holds its keys until they are delivered', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 20)
  const backorder = await placeOrder(deps, ofCopies(18))
  await payOnChain(database.db, backorder, { confirmations: 0 })
  await settlePayment(deps, backorder.id)
  time.pass(3600)
  expect(await heldFor(backorder.id)).toBe(18)
  expect(await order(deps, { ...ofCopies(3), userEmail: 'other@example.com' })).toMatchObject({
    code: 'OUT_OF_STOCK',
  })
})

test('an order whose money comes back holds keys again, if they are still free', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  const [lucky, late] = [await placeOrder(deps), await placeOrder(deps, { userEmail: 'late@example.com' })]
  await watchedUntil(20 * 60)
  time.pass(901)
  for (const { id } of [lucky, late]) expect((await settlePayment(deps, id)).status).toBe('expired')
  await placeOrder(deps, { userEmail: 'third@example.com' })
  for (const record of [lucky, late]) {
    await payOnChain(database.db, record, { confirmations: 0 })
    expect((await settlePayment(deps, record.id)).status).toBe('detected')
  }
  expect([await heldFor(lucky.id), await heldFor(late.id)]).toEqual([1, 0])
})

// holds I5
test('buyers of any number of copies at the same time are promised no more than the stock', async () => {
  const STOCK = 20
  const wish = fc.record({
    quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 100 })),
    buyer: fc.integer({ min: 1, max: 12 }),
  })
  await addNewKeys(database.db, TEST_CIPHER, 'standard', STOCK)
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 15, maxLength: 40 }), async (wishes) => {
      await readyAddresses(deps, 'bitcoin', { count: 2 * wishes.length })
      const results = await Promise.all(
        wishes.map(({ quantity, buyer }) =>
          order(deps, { ...ofCopies(quantity), userEmail: `buyer${String(buyer)}@example.com` }),
        ),
      )
      const made = results.flatMap((one) => (one.kind === 'refused' ? [] : [one.record]))
      expect(made.reduce((total, one) => total + one.quantity, 0)).toBeLessThanOrEqual(STOCK)
      for (const one of results) if (one.kind === 'refused') expect(one.code).toBe('OUT_OF_STOCK')
      const stored = await database.db.selectFrom('payments').select('id').execute()
      expect(stored).toHaveLength(made.length)
      await Promise.all(
        made.map(async (record) => {
          await payOnChain(database.db, record)
          await settlePayment(deps, record.id)
        }),
      )
      const deliveries = await Promise.all(made.map(({ id }) => deliverOrder(deps, id)))
      expect(deliveries.filter(({ kind }) => kind !== 'delivered')).toEqual([])
      await forgetOrders(database.db)
      await addNewKeys(database.db, TEST_CIPHER, 'standard', STOCK)
    }),
    { numRuns: 15, endOnFailure: true },
  )
})

test('a large stock lets one buyer hold 2 % of it', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 500)
  const ten = await placeOrder(deps, { quantity: 10, totalPrice: 639.9 })
  const beyond = await placeOrder(deps)
  expect([await heldFor(ten.id), await heldFor(beyond.id)]).toEqual([10, 0])
})

test('keys of the other edition and retired keys do not count as stock', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'supporter', 1)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  await database.db
    .updateTable('game_keys')
    .set({ retired_at: time.clock() })
    .where('game_edition', '=', 'standard')
    .execute()
  expect(await order(deps)).toMatchObject({ kind: 'refused', code: 'OUT_OF_STOCK' })
  expect(await order(deps, { edition: 'supporter', totalPrice: 119.99 })).toMatchObject({ kind: 'created' })
})

function ofCopies(quantity: number): Pick<CreatePaymentRequest, 'quantity' | 'totalPrice'> {
  return { quantity, totalPrice: centsToNumber(cents(63_99 * quantity), USD) }
}

async function heldFor(paymentId: string): Promise<number> {
  const rows = await database.db
    .selectFrom('game_keys')
    .select('id')
    .where('held_for', '=', paymentId)
    .execute()
  return rows.length
}

/** Sets the time until which the chain was watched, in seconds from now. */
async function watchedUntil(seconds: number): Promise<void> {
  const at = new Date(time.clock().getTime() + seconds * 1000)
  await database.db
    .insertInto('cursors')
    .values({
      chain: 'bitcoin',
      height: 1,
      hash: 'head',
      block_at: at,
      head_height: 1,
      finalized_height: 0,
      watched_until: at,
    })
    .execute()
}
