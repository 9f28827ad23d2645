import { beforeEach, expect, test } from 'vitest'
import type { OrderRow } from '#shared/orders-api.ts'
import { useBackOffice } from '#test/use-back-office.ts'
import { forgetOrders, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'

const database = useTestDatabase()
const office = useBackOffice(database)
const { time, deps } = office
beforeEach(() => forgetOrders(database.db))

test('orders that are held back wait for a decision beside those in review', async () => {
  const [waits, limited, unagreed, inReview] = [
    await placeOrder(deps),
    await placeOrder(deps),
    await placeOrder(deps),
    await placeOrder(deps),
  ]
  const since = time.clock()
  const set = (id: string, values: object) =>
    database.db.updateTable('payments').set(values).where('id', '=', id).execute()
  await payOnChain(database.db, limited)
  await set(waits.id, { status: 'detected' })
  await set(limited.id, { status: 'detected', limited_since: since })
  await set(unagreed.id, { status: 'detected', unagreed_since: since })
  await set(inReview.id, { status: 'review' })
  const list = async (status: string) => {
    const reply = await office.as.viewer.ask('GET', `/functions/orders?status=${status}&sort=oldest`)
    return reply.json<{ orders: readonly OrderRow[]; total: number }>()
  }
  const undecided = await list('undecided')
  expect(undecided.total).toBe(3)
  expect(
    undecided.orders.map(({ id, limitedSince, unagreedSince, arrived }) => [
      id,
      limitedSince,
      unagreedSince,
      arrived.length,
    ]),
  ).toEqual(
    [
      [limited.id, since.toISOString(), null, 1],
      [unagreed.id, null, since.toISOString(), 0],
      [inReview.id, null, null, 0],
    ].sort((a, b) => orderOf(a[0]) - orderOf(b[0])),
  )
  function orderOf(id: unknown): number {
    return undecided.orders.findIndex((one) => one.id === id)
  }
  expect((await list('detected')).total).toBe(3)
})
