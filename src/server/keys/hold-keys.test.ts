import { expect, test } from 'vitest'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { insertCursor } from '#test/insert-transfer.ts'
import { keyIdsOf, ofCopies, sell } from '#test/hold-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { order, orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { addNewKeys } from './generate-keys.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { useOrders } from '#test/use-orders.ts'

const database = useTestDatabase({ max: 30 })
const { time, deps } = useOrders(database, { stock: 'reserve' })
const heldFor = async (paymentId: string) => (await keyIdsOf(database.db, paymentId)).length

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

test('an order that expires returns its own key at once', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  const { id } = await placeOrder(deps)
  await watchedUntil(20 * 60)
  time.pass(1)
  const other = await placeOrder(deps)
  time.pass(900)
  expect((await settlePayment(deps, id)).status).toBe('expired')
  expect([await heldFor(id), await heldFor(other.id)]).toEqual([0, 1])
})

test.each([
  ['detected', 0, 1n],
  ['partial', 50, 2n],
] as const)('a hold lasts while the order is %s', async (status, confirmations, share) => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  const [record] = [await placeOrder(deps), await placeOrder(deps)]
  await payOnChain(database.db, record, { confirmations, atoms: record.due_atoms / share })
  expect((await settlePayment(deps, record.id)).status).toBe(status)
  time.pass(3600)
  await placeOrder(deps)
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

test('an order of an edition that takes backorders holds no keys', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  const backorder = await placeOrder(orderDeps(database.db, time.clock))
  await placeOrder(deps)
  await payOnChain(database.db, backorder, { confirmations: 0 })
  expect((await settlePayment(deps, backorder.id)).status).toBe('detected')
  expect(await heldFor(backorder.id)).toBe(0)
})

test('a backorder gets the key of a hold that has ended, and of no other', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  await placeOrder(deps)
  const backorder = await placeOrder(orderDeps(database.db, time.clock))
  await payOnChain(database.db, backorder)
  await settlePayment(deps, backorder.id)
  time.pass(900)
  expect(await deliverOrder(deps, backorder.id)).toEqual({ kind: 'awaiting-keys' })
  time.pass(1)
  expect(await deliverOrder(deps, backorder.id)).toEqual({ kind: 'delivered', keys: 1 })
})

test('an order whose hold has ended is delivered from the remaining stock', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  const record = await placeOrder(deps)
  time.pass(901)
  await placeOrder(deps)
  await sell(deps, record)
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
  await sell(deps, promised)
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
  // the keys that come first are free again when it is delivered
  await placeOrder(deps, { ...ofCopies(2), userEmail: 'neighbour@example.com' })
  const backorder = await placeOrder(deps, ofCopies(18))
  await payOnChain(database.db, backorder, { confirmations: 0 })
  await settlePayment(deps, backorder.id)
  time.pass(3600)
  const held = await keyIdsOf(database.db, backorder.id)
  expect(held).toHaveLength(18)
  expect(await order(deps, { ...ofCopies(3), userEmail: 'other@example.com' })).toMatchObject({
    code: 'OUT_OF_STOCK',
  })
  await sell(deps, backorder)
  expect(await keyIdsOf(database.db, backorder.id, 'payment_id')).toEqual(held)
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

test('keys of the other edition, retired and sold keys do not count as stock', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'supporter', 1)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  await database.db
    .updateTable('game_keys')
    .set({ retired_at: time.clock() })
    .where('game_edition', '=', 'standard')
    .execute()
  expect(await order(deps)).toMatchObject({ kind: 'refused', code: 'OUT_OF_STOCK' })
  const supporter = { edition: 'supporter', totalPrice: 119.99 } as const
  await sell(deps, await placeOrder(deps, supporter))
  expect(await order(deps, supporter)).toMatchObject({ code: 'OUT_OF_STOCK' })
  // nor are they held
  for (const edition of ['supporter', 'standard']) await addNewKeys(database.db, TEST_CIPHER, edition, 1)
  const { id } = await placeOrder(deps)
  const held = database.db.selectFrom('game_keys').select(['game_edition', 'retired_at'])
  expect(await held.where('held_for', '=', id).execute()).toEqual([
    { game_edition: 'standard', retired_at: null },
  ])
  await placeOrder(deps, supporter)
})

/** Sets the time until which the chain was watched, in seconds from now. */
async function watchedUntil(seconds: number): Promise<void> {
  const at = new Date(time.clock().getTime() + seconds * 1000)
  await insertCursor(database.db, { height: 1, finalized_height: 0, at })
}
