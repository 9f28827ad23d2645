import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { ofCopies } from '#test/hold-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { forgetOrders, order, payOnChain, readyAddresses } from '#test/order-fixture.ts'
import { useOrders } from '#test/use-orders.ts'
import { addNewKeys } from './generate-keys.ts'

const database = useTestDatabase({ max: 30 })
const { deps } = useOrders(database, { stock: 'reserve' })

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
    { numRuns: 6, endOnFailure: true },
  )
})
