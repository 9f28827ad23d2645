import type { PurchaseCounter } from '#shared/api.ts'
import type { Counts } from '#shared/page-facts.ts'

/** The purchase counts a page shows: no line while a count is 0 (product.md, "Two profiles"). */
export function shownCounts(counters: readonly PurchaseCounter[]): Counts {
  return Object.fromEntries(counters.map(({ id, count }) => [id, count > 0 ? count : null]))
}
