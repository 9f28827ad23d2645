import { expect, test } from 'vitest'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { USD } from '#shared/currency.ts'
import { cents, centsToNumber } from '#shared/money.ts'
import { keyIdsOf, ofCopies, sell } from '#test/hold-fixture.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { order, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { useOrders } from '#test/use-orders.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { addNewKeys } from './generate-keys.ts'

const database = useTestDatabase({ max: 30 })
const { time, deps } = useOrders(database, { stock: 'reserve' })
const heldFor = async (paymentId: string) => (await keyIdsOf(database.db, paymentId)).length

test('one buyer holds five keys; further orders are backorders, so that nobody can block the stock', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 20)
  // what is held of another edition does not count
  await addNewKeys(database.db, TEST_CIPHER, 'supporter', 1)
  await placeOrder(deps, { edition: 'supporter', totalPrice: 119.99 })
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
  await stockOf500()
  const of = (at: number) => ({ ...ofCopies(5), userEmail: `buyer${String(at)}@example.com` })
  const orders = []
  for (let at = 0; at < 20; at++) orders.push(await order(deps, of(at)))
  expect(orders.filter(({ kind }) => kind === 'created')).toHaveLength(10)
  expect(orders.at(-1)).toMatchObject({ code: 'UNPAID_ORDERS', status: 429, retryAfterS: 900 })
  expect(await order(deps, of(20), { client: '203.0.113.8' })).toMatchObject({ kind: 'created' })
  // an only order may be of any quantity
  expect(await order(deps, ofCopies(100), { client: '203.0.113.9' })).toMatchObject({ kind: 'created' })
  time.pass(900)
  expect(await order(deps, of(21))).toMatchObject({ code: 'UNPAID_ORDERS' })
  time.pass(1)
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

test('a large stock lets one buyer hold 2 % of it', async () => {
  await stockOf500()
  const ten = await placeOrder(deps, { quantity: 10, totalPrice: 639.9 })
  const beyond = await placeOrder(deps)
  expect([await heldFor(ten.id), await heldFor(beyond.id)]).toEqual([10, 0])
})

/** 500 keys to sell, beside a hundred each that are retired, of another edition, and sold. */
async function stockOf500(): Promise<void> {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 100)
  await database.db.updateTable('game_keys').set({ retired_at: time.clock() }).execute()
  await addNewKeys(database.db, TEST_CIPHER, 'supporter', 100)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 600)
  await sell(deps, await placeOrder(deps, ofCopies(100), { client: '203.0.113.10' }))
}
