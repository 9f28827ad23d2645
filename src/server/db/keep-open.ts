import { sql } from 'kysely'
import type { Db } from './database.ts'
import { KEPT_OPEN_EVERY_MS } from './wait-limits.ts'

/**
 * Does work that waits for something else than the database while a transaction is open, and shows PostgreSQL meanwhile
 * that this process lives: it ends transactions of a process that is frozen. The work must not use the transaction.
 */
export async function keepOpen<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  let asked: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // if the transaction has ended, its next statement says so
    asked = sql`select`.execute(tx).catch(() => undefined)
  }, KEPT_OPEN_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await asked
  }
}
