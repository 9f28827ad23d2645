import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/**
 * Whether an order ever had money of any coin (also if it was lost again), a refund, or keys. What an earlier owner of its
 * address received is no money of the order. With the order locked, the
 * answer is valid until the transaction ends, because storing a transfer needs the same lock.
 */
export async function hasHadMoney(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from transfers where payment_id = ${orderId} and block_age <> 'older')
      or exists (select from refunds where payment_id = ${orderId})
      or exists (select from game_keys where payment_id = ${orderId}) as has`.execute(tx)
  return rows[0]?.has !== false
}
