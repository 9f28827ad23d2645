import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { listKeyHolds } from './list-key-holds.ts'
import { countWaitingOrders, findReleasedOrders } from './waiting-orders.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const RELEASED = { keys_held_since: null, keys_released_at: null, keys_released_orders: null }
const database = useTestDatabase()
beforeEach(async () => {
  await database.db.deleteFrom('refunds').execute()
  await database.db.deleteFrom('payments').execute()
  await database.db.updateTable('editions').set(RELEASED).execute()
})

type Values = NonNullable<Parameters<typeof insertPayment>[1]>
const waiting = (values: Values = {}) =>
  insertPayment(database.db, {
    status: 'confirmed',
    confirmed_at: NOW,
    awaiting_release_since: NOW,
    quantity: 2,
    ...values,
  })
const holdKeys = (edition: string) =>
  database.db.updateTable('editions').set({ keys_held_since: NOW }).where('id', '=', edition).execute()
const askRefund = (id: string, status: string) =>
  database.db.insertInto('refunds').values({ payment_id: id, quantity: 2, status }).execute()
const nothing = () => Promise.resolve()

test.each<
  [
    what: string,
    values: Values,
    prepare: (id: string) => Promise<unknown>,
    isCounted: boolean,
    isFound: boolean,
  ]
>([
  ['waits', {}, nothing, true, true],
  ['does not wait', { awaiting_release_since: null }, nothing, false, false],
  ['has its keys', { delivered_at: NOW }, nothing, false, false],
  ['is confirmed no more', { status: 'detected', confirmed_at: null }, nothing, false, false],
  ['is to be settled first', { needs_settling: true }, nothing, true, false],
  ['waits for keys that are still held', {}, () => holdKeys('standard'), true, false],
  ['waits while another edition is held', {}, () => holdKeys('supporter'), true, true],
  ['has a refund request', {}, (id) => askRefund(id, 'asked'), false, false],
  ['has a refund that was withdrawn', {}, (id) => askRefund(id, 'withdrawn'), true, true],
  [
    'waits while another one has a refund request',
    {},
    async () => askRefund(await waiting({ delivered_at: NOW }), 'asked'),
    true,
    true,
  ],
])('an order that %s is counted and handed out', async (_what, values, prepare, isCounted, isFound) => {
  const id = await waiting(values)
  await prepare(id)
  expect([...(await countWaitingOrders(database.db))]).toEqual(
    isCounted ? [['standard', { orders: 1, copies: 2 }]] : [],
  )
  expect((await findReleasedOrders(database.db, null, 9)).map((one) => one.id)).toEqual(isFound ? [id] : [])
})

test('released orders are found page by page, the oldest confirmation first', async () => {
  const minutes = [2, 1, 1, 3]
  const ids = await Promise.all(
    minutes.map((minute) => waiting({ confirmed_at: new Date(NOW.getTime() + minute * 60_000) })),
  )
  const [third, one, other, last] = ids
  const [first, second] = [one, other].sort()
  const page = await findReleasedOrders(database.db, null, 2)
  expect(page.map(({ id }) => id)).toEqual([first, second])
  const next = (at: number) => findReleasedOrders(database.db, page[at] ?? null, 9)
  expect((await next(0)).map(({ id }) => id)).toEqual([second, third, last])
  expect((await next(1)).map(({ id }) => id)).toEqual([third, last])
})

test('the editions on sale are listed first, then those that are held or waited for', async () => {
  const listed = async (...onSale: string[]) =>
    (await listKeyHolds(database.db, onSale)).map(({ edition, heldSince, orders, copies, released }) =>
      [edition, heldSince, orders, copies, released?.orders ?? null].join(' '),
    )
  expect(await listed('supporter')).toEqual(['supporter  0 0 '])
  await waiting()
  expect(await listed('supporter')).toEqual(['supporter  0 0 ', 'standard  1 2 '])
  await database.db.deleteFrom('payments').execute()
  await holdKeys('standard')
  expect(await listed('supporter')).toEqual(['supporter  0 0 ', `standard ${NOW.toISOString()} 0 0 `])
  await database.db
    .updateTable('editions')
    .set({ keys_held_since: null, keys_released_at: NOW, keys_released_orders: 7 })
    .where('id', '=', 'standard')
    .execute()
  expect(await listed('standard', 'supporter')).toEqual(['standard  0 0 7', 'supporter  0 0 '])
})
