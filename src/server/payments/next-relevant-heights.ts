import type { Depth } from '#shared/rails.ts'
import type { LoadedEvidence } from './load-evidence.ts'
import { railOfRecord, type PaymentRecord } from './payment-record.ts'

/** The block heights at which an order must be evaluated again; both null: at every block. */
export interface RelevantHeights {
  readonly ripe_at_head: number | null
  readonly ripe_at_final: number | null
}

const EVERY_BLOCK: RelevantHeights = { ripe_at_head: null, ripe_at_final: null }

/**
 * Computes the next block heights that can change an order's status, so that an order is not settled at every block between
 * its first and its last confirmation. They are known only if all of the money is confirmed and on the order's own chain.
 * New evidence marks an order to be settled independently of these heights.
 */
export function nextRelevantHeights(
  record: PaymentRecord,
  { transfers, view }: LoadedEvidence,
  depth: Depth,
  { awaitsAgreement, isOverLimit }: { readonly awaitsAgreement: boolean; readonly isOverLimit: boolean },
): RelevantHeights {
  const { chain } = railOfRecord(record)
  const rows = [...transfers.values()]
  const isPredictable = rows.every((row) => row.chain === chain && row.block_height !== null)
  if (!isPredictable || view === null) return EVERY_BLOCK
  // these wait for an answer or for time to pass, not for a height
  if (record.disagree_since !== null || awaitsAgreement || isOverLimit) return EVERY_BLOCK
  const heights = rows.map((row) => row.block_height ?? 0)
  const settling = depth === 'finalized' ? [] : heights.map((height) => height + depth - 1)
  return {
    ripe_at_head: nextAbove(settling, view.headHeight),
    ripe_at_final: nextAbove(heights, view.finalizedHeight),
  }
}

function nextAbove(heights: readonly number[], reached: number): number | null {
  const ahead = heights.filter((height) => height > reached)
  return ahead.length === 0 ? null : Math.min(...ahead)
}
