import { beforeEach, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { forgetOrders, orderDeps } from '#test/order-fixture.ts'
import { ask, placePaidOrder, readOrder, REFUND_TERMS } from '#test/refund-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { isSomebodyWaiting } from '#test/is-somebody-waiting.ts'
import { until } from '#test/until.ts'
import { requestRefund } from './request-refund.ts'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

const database = useTestDatabase()
beforeEach(() => forgetOrders(database.db))

// holds I4
test('keys that arrive during a refund request are not delivered as well', async () => {
  const { clock } = testClock()
  const deps = orderDeps(database.db, clock)
  const order = await placePaidOrder(deps, { hasStock: false })
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  const request = {
    orderId: order.id,
    askedBy: 'staff',
    actorId: null,
    reason: 'changed their mind',
  } as const
  let handOut: ReturnType<typeof deliverOrder> | undefined
  await database.db.transaction().execute(async (tx) => {
    expect(await requestRefund(tx, request, { ...REFUND_TERMS, policy: deps.policy }, clock())).toMatchObject(
      { kind: 'asked' },
    )
    handOut = deliverOrder(deps, order.id)
    await until(() => isSomebodyWaiting(database.db), { what: 'the hand-out waiting for the refund' })
  })
  expect(await handOut).toEqual({ kind: 'nothing-to-do' })
  expect((await readOrder(database.db, order.id)).delivered_at).toBeNull()
})

test('the schema rejects keys for an order with a refund', async () => {
  const { clock } = testClock()
  const deps = orderDeps(database.db, clock)
  const order = await placePaidOrder(deps, { hasStock: false })
  await ask(deps, order.id)
  const delivered = { delivered_at: clock() }
  await expect(
    database.db.updateTable('payments').set(delivered).where('id', '=', order.id).execute(),
  ).rejects.toThrow(/has a refund, it gets no keys/)
})
