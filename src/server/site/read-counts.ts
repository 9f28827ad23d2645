import type { Db } from '#server/db/database.ts'
import { EDITIONS } from '#shared/editions.ts'
import type { Counts } from '#shared/page-facts.ts'

/** The purchase counts a page shows: no line while a count is 0 (product.md, "Two profiles"). */
export async function readCounts(db: Db): Promise<Counts> {
  const rows = await db.selectFrom('purchase_counters').select(['id', 'count']).execute()
  const counts = EDITIONS.map((id) => {
    const count = rows.find((row) => row.id === id)?.count ?? 0
    return [id, count > 0 ? count : null] as const
  })
  return Object.fromEntries(counts) as Counts
}
