import type { Db } from '#server/db/database.ts'

/** Whether nothing has happened in a shop yet: nobody has an account, and there are no orders and no keys. */
export async function isEmptyShop(db: Db): Promise<boolean> {
  for (const table of ['users', 'payments', 'game_keys'] as const)
    if ((await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined) return false
  return true
}
