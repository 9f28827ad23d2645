import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import { NoAddressError, requestAddresses } from './take-address.ts'

/** How long an order waits for an address if others have just taken all of the pool. */
const WITHIN_MS = 1_500
const RETRY_MS = 50

/** Repeats a transaction that takes an address while the pool is empty, for a short time. @throws {NoAddressError} after it. */
export async function awaitAddress<Result>(db: Db, transaction: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    try {
      return await transaction()
    } catch (error) {
      if (!(error instanceof NoAddressError) || performance.now() > deadline) throw error
      await requestAddresses(db)
      await delay(RETRY_MS)
    }
  }
}
