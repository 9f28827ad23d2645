import type { PaymentFlag, PaymentStatus } from '#shared/payment-status.ts'

/** The spec's labels of the payment panel; pending, partial, review and refunded have none (product.md). */
export type PanelLabel = 'processing' | 'completed' | 'failed'

export function panelLabel(status: PaymentStatus): PanelLabel | null {
  if (status === 'detected') return 'processing'
  if (status === 'confirmed') return 'completed'
  return status === 'expired' || status === 'invalid' ? 'failed' : null
}

/** The explanation of a payment's status as text keys: a headline, and notes on what happens next. */
export interface PaymentStory {
  readonly headline:
    | 'pending'
    | 'windowOver'
    | 'partial'
    | 'detected'
    | 'confirmed'
    | 'expired'
    | 'review'
    | 'invalid'
    | 'refunded'
  readonly notes: readonly StoryNote[]
}

export type StoryNote =
  | 'sendNow'
  | 'stillWatching'
  | 'startAgain'
  | 'partialRest'
  | 'partialOverWindow'
  | 'detectedNext'
  | 'reviewNext'
  | 'reviewLate'
  | 'reviewShort'
  | 'wrongNetwork'
  | 'wrongToken'
  | 'late'
  | 'overpaid'
  | 'doubleSpend'
  | 'reorged'
  | 'nodesDisagree'
  | 'awaitingKeys'
  | 'invalidNext'

/** Returns the explanation of a payment. Flags add a note if they say more than the status. */
export function paymentStory(
  status: PaymentStatus,
  flags: readonly PaymentFlag[],
  isWindowOver: boolean,
): PaymentStory {
  const has = (flag: PaymentFlag) => flags.includes(flag)
  switch (status) {
    case 'pending':
      return isWindowOver
        ? { headline: 'windowOver', notes: [...lost(flags), 'stillWatching'] }
        : { headline: 'pending', notes: [...lost(flags), ...strangers(flags), 'sendNow'] }
    case 'partial':
      return {
        headline: 'partial',
        notes: [
          'partialRest',
          ...(isWindowOver ? (['partialOverWindow'] as const) : []),
          ...strangers(flags),
        ],
      }
    case 'detected':
      return {
        headline: 'detected',
        notes: [
          ...(has('late') ? (['late'] as const) : []),
          ...(has('nodes_disagree') ? (['nodesDisagree'] as const) : []),
          'detectedNext',
          ...over(flags),
        ],
      }
    case 'confirmed':
      return {
        headline: 'confirmed',
        notes: [...(has('awaiting_keys') ? (['awaitingKeys'] as const) : []), ...over(flags)],
      }
    case 'expired':
      return { headline: 'expired', notes: [...lost(flags), 'stillWatching', 'startAgain'] }
    case 'review':
      return { headline: 'review', notes: [...reviewReasons(flags), 'reviewNext'] }
    case 'invalid':
      return { headline: 'invalid', notes: [...lost(flags), 'invalidNext', 'startAgain'] }
    case 'refunded':
      return { headline: 'refunded', notes: [] }
  }
}

function reviewReasons(flags: readonly PaymentFlag[]): readonly StoryNote[] {
  const reasons: StoryNote[] = [...strangers(flags)]
  if (flags.includes('reorged')) reasons.push('reorged')
  if (flags.includes('nodes_disagree')) reasons.push('nodesDisagree')
  if (flags.includes('late')) reasons.push('reviewLate')
  else if (flags.includes('underpaid')) reasons.push('reviewShort')
  return reasons
}

function strangers(flags: readonly PaymentFlag[]): readonly StoryNote[] {
  const notes: StoryNote[] = []
  if (flags.includes('wrong_network')) notes.push('wrongNetwork')
  if (flags.includes('wrong_token')) notes.push('wrongToken')
  return notes
}

function lost(flags: readonly PaymentFlag[]): readonly StoryNote[] {
  const notes: StoryNote[] = []
  if (flags.includes('double_spend')) notes.push('doubleSpend')
  if (flags.includes('reorged')) notes.push('reorged')
  return notes
}

function over(flags: readonly PaymentFlag[]): readonly StoryNote[] {
  return flags.includes('overpaid') ? ['overpaid'] : []
}
