import { beforeEach, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { usdCents } from '#shared/money.ts'
import { NETWORKS } from '#shared/rails.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { acceptPayment } from './accept-payment.ts'
import { deliverOrder } from './deliver-order.ts'
import type { PaymentRecord } from './payment-record.ts'
import { settlePayment } from './settle-payment.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { useOrders } from '#test/use-orders.ts'

// At most 200 dollars leave within 24 hours on the word of a single node: three orders of 63.99.
const LIMIT = usdCents(200_00)
const DAY_S = 24 * 3600

const database = useTestDatabase()
const { time, deps } = useOrders(database, {}, (usual) => ({
  ...usual,
  policy: { ...usual.policy, singleNodeCents: LIMIT },
  railStates: () =>
    Promise.resolve(
      NETWORKS.map((network) => ({ network, available: true, reason: null, simulated: false })),
    ),
}))
beforeEach(async () => {
  await database.db.deleteFrom('alerts').execute()
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 50)
})

async function paidOrders(count: number, from = deps): Promise<readonly PaymentRecord[]> {
  const orders = []
  for (let at = 0; at < count; at += 1) {
    const order = await placeOrder(from)
    await payOnChain(database.db, order)
    orders.push(order)
  }
  return orders
}

/** Settles an order and delivers its keys, as a look does. @returns its status afterwards. */
async function settle({ id }: PaymentRecord, by = deps): Promise<string> {
  const { isDeliverable } = await settlePayment(by, id)
  if (isDeliverable) await deliverOrder(by, id)
  return (await row(id)).status
}

function row(id: string) {
  return database.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function deliveredCount(): Promise<number> {
  const rows = await database.db
    .selectFrom('payments')
    .select('id')
    .where('delivered_at', 'is not', null)
    .execute()
  return rows.length
}

async function openAlerts(): Promise<readonly string[]> {
  const rows = await database.db.selectFrom('alerts').select('kind').where('closed_at', 'is', null).execute()
  return rows.map(({ kind }) => kind)
}

test('orders above the limit wait, staff are told once, and a day later they go on', async () => {
  const orders = await paidOrders(5)
  const statuses = []
  for (const order of orders) statuses.push(await settle(order))
  expect(statuses).toEqual(['confirmed', 'confirmed', 'confirmed', 'detected', 'detected'])
  expect(await openAlerts()).toEqual(['single-node-limit'])
  const [, , , fourth, fifth] = orders
  expect((await row(fourth!.id)).confirmed_at).toBeNull()
  time.pass(DAY_S - 1)
  expect([await settle(fourth!), await settle(fifth!)]).toEqual(['detected', 'detected'])
  time.pass(1)
  expect([await settle(fourth!), await settle(fifth!)]).toEqual(['confirmed', 'confirmed'])
  expect(await openAlerts()).toEqual([])
})

test('staff may accept an order that waits for the limit, and what they accept does not count', async () => {
  const orders = await paidOrders(4)
  for (const order of orders) await settle(order)
  const last = orders[3]!
  const accepted = await database.db
    .transaction()
    .execute((tx) => acceptPayment(tx, deps, last.id, undefined))
  expect(accepted).toMatchObject({ kind: 'accepted', settled: { isDeliverable: true } })
  expect(await deliverOrder(deps, last.id)).toMatchObject({ kind: 'delivered' })
  expect(await row(last.id)).toMatchObject({ is_on_one_node: false, limited_since: null })
  expect(await openAlerts()).toEqual([])
})

test('processes that deliver at the same time do not exceed the limit together', async () => {
  const orders = await paidOrders(8)
  const unlimited = { ...deps, policy: { ...deps.policy, singleNodeCents: usdCents(1_000_000_00) } }
  for (const { id } of orders) await settlePayment(unlimited, id)
  await Promise.all(orders.map(({ id }) => deliverOrder(deps, id)))
  expect(await deliveredCount()).toBe(3)
  const statuses = await Promise.all(orders.map(async ({ id }) => (await row(id)).status))
  expect(statuses.filter((status) => status === 'detected')).toHaveLength(5)
})

test('orders that waited for stock count when their keys leave', async () => {
  await database.db.deleteFrom('game_keys').execute()
  const orders = await paidOrders(3)
  for (const order of orders) await settle(order)
  expect(await deliveredCount()).toBe(0)
  time.pass(2 * DAY_S)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 50)
  for (const { id } of orders) await deliverOrder(deps, id)
  const [another] = await paidOrders(1)
  expect(await settle(another!)).toBe('detected')
})

test('money that two nodes agree about, and simulated money, have no limit', async () => {
  const two = { ...deps, policy: { ...deps.policy, endpointCount: () => 2 } }
  const attested = await paidOrders(4)
  const attestations = JSON.stringify([{ says: 'agrees' }, { says: 'agrees' }])
  await database.db.updateTable('transfers').set({ attestations }).execute()
  for (const order of attested) expect(await settle(order, two)).toBe('confirmed')
  const simulated = await paidOrders(4, orderDeps(database.db, time.clock))
  for (const order of simulated) expect(await settle(order)).toBe('confirmed')
})
