import type { PurchaseCounter } from '#shared/api.ts'
import { EDITIONS } from '#shared/editions.ts'
import type { Counts } from '#shared/page-facts.ts'

/** The purchase counts a page shows: no line while a count is 0 (product.md, "Two profiles"). */
export function shownCounts(counters: readonly PurchaseCounter[]): Counts {
  const counts = EDITIONS.map((id) => {
    const count = counters.find((counter) => counter.id === id)?.count ?? 0
    return [id, count > 0 ? count : null] as const
  })
  return Object.fromEntries(counts) as Counts
}
