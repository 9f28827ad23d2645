import type { PurchaseCounter } from '#shared/visitor-api.ts'
import type { Counts } from '#shared/page-facts.ts'

/** The purchase counts that a page shows; a count of 0 is hidden. */
export function shownCounts(counters: readonly PurchaseCounter[]): Counts {
  return Object.fromEntries(counters.map(({ id, count }) => [id, count > 0 ? count : null]))
}
