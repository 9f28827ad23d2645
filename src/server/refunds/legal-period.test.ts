import { expect, test } from 'vitest'
import { fixedRates } from '#server/prices/rates.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { parseRate } from '#shared/money.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { payOnChain, placeOrder } from '#test/order-fixture.ts'
import { askAndQuote, placePaidOrder, readOrder } from '#test/refund-fixture.ts'
import { useOrders } from '#test/use-orders.ts'

const DAY_S = 24 * 3600
/** What a standard edition costs in bitcoin at 60,000 dollars, the rate that all orders are made at here. */
const PAID = 106_650n
const database = useTestDatabase()
const { time, deps } = useOrders(database)
/** The same shop when a bitcoin costs so many dollars. */
function atRate(dollars: string): CreatePaymentDeps {
  return { ...deps, policy: { ...deps.policy, rates: fixedRates({ BTC: parseRate(dollars) }, time.clock) } }
}

test('within the legal period a refund owes the coin that was paid, if that is more than the price', async () => {
  const order = await placePaidOrder(deps)
  time.pass(15 * DAY_S)
  const refund = await askAndQuote(atRate('120000'), order.id)
  expect(refund).toMatchObject({ price_cents: 63_99, paid_atoms: PAID, owed_atoms: PAID })
})

test('within the legal period a refund owes the price, if that is more than the coin that was paid', async () => {
  const order = await placePaidOrder(deps)
  const refund = await askAndQuote(atRate('30000'), order.id)
  expect(refund).toMatchObject({ paid_atoms: PAID, owed_atoms: 2n * PAID })
})

test('after the legal period a refund owes the price, even if that is less than the coin that was paid', async () => {
  const order = await placePaidOrder(deps)
  time.pass(15 * DAY_S + 1)
  const refund = await askAndQuote(atRate('120000'), order.id)
  expect(refund).toMatchObject({ paid_atoms: null, owed_atoms: PAID / 2n })
})

test('single copies are owed their part of the coin that was paid, and what was overpaid beside it', async () => {
  const order = await placePaidOrder(deps, { quantity: 3, atoms: 3n * PAID + 1_000n })
  const later = atRate('120000')
  expect(await askAndQuote(later, order.id, { quantity: 1 })).toMatchObject({
    paid_atoms: PAID,
    rest_atoms: 1_000n,
    owed_atoms: PAID + 1_000n,
  })
  expect(await askAndQuote(later, order.id, { quantity: 2 })).toMatchObject({
    paid_atoms: 2n * PAID,
    rest_atoms: 0n,
    owed_atoms: 2n * PAID,
  })
})

test('less than the price that was accepted is owed as it came, and never more', async () => {
  const order = await placePaidOrder(deps, { atoms: PAID - 150n })
  expect(order.status).toBe('confirmed')
  const refund = await askAndQuote(atRate('120000'), order.id)
  expect(refund).toMatchObject({ paid_atoms: PAID - 150n, owed_atoms: PAID - 150n })
})

test('late money counts for less than it was, and is owed as it was', async () => {
  const order = await placeOrder(deps)
  time.pass(3600)
  const late = atRate('50000')
  await payOnChain(database.db, order, { atoms: 2n * PAID, seenAt: time.clock() })
  await settlePayment(late, order.id)
  expect((await readOrder(database.db, order.id)).status).toBe('confirmed')
  const refund = await askAndQuote(atRate('120000'), order.id)
  expect(refund).toMatchObject({ owed_atoms: 2n * PAID })
})
