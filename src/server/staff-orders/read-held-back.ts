import type { Db } from '#server/db/database.ts'

/** Why an order is held back though enough came. */
export interface HeldBack {
  readonly limited_since: Date | null
  readonly unagreed_since: Date | null
}

/** Reads which of some orders are held back. @param ids of orders in `detected`. */
export async function readHeldBack(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, HeldBack>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'limited_since', 'unagreed_since'])
    .where('id', 'in', ids)
    .where((where) =>
      where.or([where('limited_since', 'is not', null), where('unagreed_since', 'is not', null)]),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
