import { beforeEach } from 'vitest'
import type { Db } from '#server/db/database.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import { forgetOrders, orderDeps } from './order-fixture.ts'
import { testClock } from './test-clock.ts'

type OrderOptions = NonNullable<Parameters<typeof orderDeps>[2]> & { readonly startAt?: string }

/**
 * Before each test: no orders are left, the clock is at its start, and `deps` creates orders as usual, or as `change`
 * makes it. A test may change `deps` for itself.
 */
export function useOrders(
  database: { readonly db: Db },
  { startAt, ...options }: OrderOptions = {},
  change = (usual: CreatePaymentDeps) => usual,
): { readonly time: ReturnType<typeof testClock>; readonly deps: CreatePaymentDeps } {
  const time = testClock()
  const deps = {} as CreatePaymentDeps
  beforeEach(async () => {
    await forgetOrders(database.db)
    Object.assign(time, testClock(startAt))
    Object.assign(deps, change(orderDeps(database.db, time.clock, options)))
  })
  return { time, deps }
}
