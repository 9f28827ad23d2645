import { afterAll, beforeAll } from 'vitest'
import type { Db } from '#server/db/database.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import { backOffice, type BackOffice } from './back-office.ts'
import { orderDeps } from './order-fixture.ts'
import { testClock } from './test-clock.ts'

/** Each role's browser, signed in. */
export type SignedIn = BackOffice['as']

/** The back office of all tests of a file, with a clock and what creates orders. */
export function useBackOffice(database: { readonly db: Db }) {
  const time = testClock()
  const deps = {} as CreatePaymentDeps
  let office: BackOffice
  beforeAll(async () => {
    Object.assign(deps, orderDeps(database.db, time.clock))
    office = await backOffice(deps)
  })
  afterAll(() => office.fixture.app.close())
  return {
    time,
    deps,
    get as(): SignedIn {
      return office.as
    },
  }
}
