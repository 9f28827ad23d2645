import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/**
 * Whether anything ever came of an order: money of any coin, lost or standing, a refund, or keys. Asked with the order
 * locked, the answer stands until the transaction ends: whoever stores a transfer must wait for that lock.
 */
export async function hasHadMoney(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from transfers where payment_id = ${orderId})
      or exists (select from refunds where payment_id = ${orderId})
      or exists (select from game_keys where payment_id = ${orderId}) as has`.execute(tx)
  return rows[0]?.has !== false
}
