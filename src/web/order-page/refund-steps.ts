import type { BuyerRefund } from '#shared/buyer-api.ts'

/** One step of a refund; `at` is null if it is not done. */
export interface RefundStep {
  readonly step: 'asked' | 'quoted' | 'sent' | 'proved'
  readonly isDone: boolean
  readonly at: string | null
}

/**
 * The steps of a refund from request to on-chain verification. A verified refund was sent, whatever is stored about
 * that step.
 */
export function refundSteps(refund: BuyerRefund): readonly RefundStep[] {
  const sentAt = refund.transactions[0]?.recordedAt ?? null
  const isProved = refund.status === 'verified'
  return [
    { step: 'asked', isDone: true, at: refund.askedAt },
    { step: 'quoted', isDone: refund.owed !== null, at: refund.quotedAt },
    { step: 'sent', isDone: sentAt !== null || isProved, at: sentAt },
    { step: 'proved', isDone: isProved, at: refund.verifiedAt },
  ]
}
