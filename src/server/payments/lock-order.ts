import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { PaymentRecord } from './payment-record.ts'

/** Locks an order's row until the transaction ends; null if there is no such order. */
export async function lockOrder(tx: Db, id: string): Promise<PaymentRecord | null> {
  const order = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return order ?? null
}

/** Locks the rows of several orders until the transaction ends, in the order of their ids, so that none waits in a circle. */
export async function lockOrders(tx: Db, ids: readonly string[]): Promise<readonly PaymentRecord[]> {
  const { rows } = await sql<PaymentRecord>`
    select * from payments where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)
  return rows
}
