import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import { correctionNumberOf, invoiceNumberOf } from '#server/payments/invoice-number.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { ExportFilter } from '#shared/order-filter-api.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { newCode } from '#test/new-code.ts'
import { forgetOrders, orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import {
  askAndQuote,
  lookAtRefunds,
  payOut,
  placePaidOrder,
  readOrder,
  record,
  simChainOf,
} from '#test/refund-fixture.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { testClock } from '#test/test-clock.ts'
import { exportOrders } from './export-orders.ts'

const database = useTestDatabase()
let deps: CreatePaymentDeps
const time = testClock()
beforeAll(async () => {
  deps = orderDeps(database.db, time.clock)
})
beforeEach(async () => {
  await forgetOrders(database.db)
  await sql`truncate invoice_years, correction_years`.execute(database.db)
})

async function exported(
  filter: Partial<ExportFilter> = {},
): Promise<readonly Readonly<Record<string, string>>[]> {
  const lines: string[] = []
  for await (const line of exportOrders(database.db, ExportFilter.parse(filter))) lines.push(line.trimEnd())
  const [heading = '', ...rest] = lines
  const names = heading.split(',')
  return rest.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])))
}

/** A paid and settled order whose keys are not handed out yet. */
async function payWithoutKeys() {
  const order = await placeOrder(deps)
  await payOnChain(database.db, order)
  await settlePayment(deps, order.id)
  return order.id
}

const numberOf = async (id: string) => invoiceNumberOf(await readOrder(database.db, id))

test('invoices of a year have numbers without a gap, also when deliveries run at once and some fail', async () => {
  const ids = []
  for (let n = 0; n < 8; n++) ids.push(await payWithoutKeys())
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 5)
  await Promise.all(ids.map((id) => deliverOrder(deps, id)))
  expect((await Promise.all(ids.map(numberOf))).filter((one) => one !== null)).toHaveLength(5)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 3)
  for (const id of ids) await deliverOrder(deps, id)
  for (const id of ids) await deliverOrder(deps, id)
  const year = String(time.clock().getUTCFullYear())
  expect((await Promise.all(ids.map(numberOf))).sort()).toEqual(
    Array.from({ length: 8 }, (_, at) => `${year}-00000${String(at + 1)}`),
  )
})

test('the next year begins with one, and a number never changes', async () => {
  const first = await placePaidOrder(deps)
  time.pass(366 * 24 * 3600)
  const next = await placePaidOrder(deps)
  expect([await numberOf(first.id), await numberOf(next.id)].map((one) => one?.slice(4))).toEqual([
    '-000001',
    '-000001',
  ])
  const change = database.db.updateTable('payments').set({ invoice_number: 7 }).where('id', '=', first.id)
  await expect(change.execute()).rejects.toMatchObject({ code: '23001' })
})

test('the export of orders has what an accountant asks for: rate, invoice, refunds', async () => {
  const paid = await placePaidOrder(deps, { quantity: 2 })
  const refund = await askAndQuote(deps, paid.id, { quantity: 1 })
  const sim = simChainOf(deps)
  const hash = await payOut(sim, refund.address, refund.owed_atoms)
  for (let block = 0; block < 8; block++) await sim.mine(1)
  await record(deps, refund.id, hash)
  await lookAtRefunds(deps, sim)
  const [row] = await exported()
  expect(row).toMatchObject({
    id: paid.id,
    price_usd: '127.98',
    currency: 'USD',
    price: '127.98',
    rate: '60000',
    received_value: '127.98',
    invoice_number: expect.stringMatching(/^\d{4}-000001$/) as unknown,
    refund_status: 'verified',
    refund_copies: '1',
    refund_asset: 'BTC',
    refund_hashes: hash,
    refund_rate: '60000',
    correction_number: expect.stringMatching(/^C\d{4}-000001$/) as unknown,
  })
  expect(Number(row?.['refund_amount'])).toBeCloseTo(63.99 / 60_000, 6)
  expect(row?.['refunded_at']).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test('a refund of invoiced copies is a correction with a number, which never changes; other refunds have none', async () => {
  const sim = simChainOf(deps)
  const verified = async (id: string) => {
    const refund = await askAndQuote(deps, id, { quantity: 1 })
    const hash = await payOut(sim, refund.address, refund.owed_atoms)
    for (let block = 0; block < 8; block++) await sim.mine(1)
    await record(deps, refund.id, hash)
    await lookAtRefunds(deps, sim)
    const { db } = database
    return db.selectFrom('corrections').selectAll().where('refund_id', '=', refund.id).executeTakeFirst()
  }
  const paid = await placePaidOrder(deps, { quantity: 2 })
  const numbers = [correctionNumberOf(await verified(paid.id)), correctionNumberOf(await verified(paid.id))]
  expect(numbers.map((one) => one?.slice(5))).toEqual(['-000001', '-000002'])
  // never delivered, so never invoiced
  const undelivered = await payWithoutKeys()
  expect(correctionNumberOf(await verified(undelivered))).toBeNull()
  const change = database.db.updateTable('corrections').set({ number: 7 })
  await expect(change.execute()).rejects.toMatchObject({ code: '23001' })
})

test('a short payment shows what arrived beside what was ordered', async () => {
  const order = await placeOrder(deps)
  await payOnChain(database.db, order, { atoms: (order.due_atoms * 80n) / 100n })
  await settlePayment(deps, order.id)
  const [row] = await exported()
  expect([row?.['price'], row?.['received_value']]).toEqual(['63.99', '51.19'])
})

test('an order with a code is booked, sold and refunded at what it cost, and its discount stands beside it', async () => {
  await newCode(database.db, 'BOOKED', { name: 'Ada' })
  const paid = await placePaidOrder(deps, { quantity: 3, discountCode: 'booked' })
  const [row] = await exported()
  expect([row?.['price'], row?.['discount_code'], row?.['discount'], row?.['received_value']]).toEqual([
    '143.98',
    'BOOKED',
    '47.99',
    '143.98',
  ])
  const { rows } = await sql<{ cents: bigint }>`select sum(cents)::bigint as cents from sale_counts`.execute(
    database.db,
  )
  expect(rows).toEqual([{ cents: 143_98n }])
  // a third of what was paid, and the rest of it
  const one = await askAndQuote(deps, paid.id, { quantity: 1 })
  const rest = await askAndQuote(deps, paid.id, { quantity: 2 })
  expect([one.price_cents, rest.price_cents]).toEqual([48_00, 95_98])
})

test('an export can be limited to days of creation, both included', async () => {
  const order = await placeOrder(deps)
  const day = order.created_at.toISOString().slice(0, 10)
  const after = new Date(order.created_at.getTime() + 24 * 3600_000).toISOString().slice(0, 10)
  expect(await exported({ from: day, to: day })).toHaveLength(1)
  expect(await exported({ from: after })).toEqual([])
})
