import type { PaymentFlag, PaymentStatus } from '#shared/payment-status.ts'

/** The labels of the payment panel; pending, partial, review and refunded have none. */
export type PanelLabel = 'processing' | 'completed' | 'failed'

export function panelLabel(status: PaymentStatus): PanelLabel | null {
  if (status === 'detected') return 'processing'
  if (status === 'confirmed') return 'completed'
  return status === 'expired' || status === 'invalid' ? 'failed' : null
}

/** The explanation of a payment's status as text keys: a headline, and notes on what happens next. */
export interface PaymentExplanation {
  readonly headline:
    | 'pending'
    | 'windowOver'
    | 'partial'
    | 'detected'
    | 'confirmed'
    | 'expired'
    | 'review'
    | 'wrongNetwork'
    | 'wrongToken'
    | 'invalid'
    | 'refunded'
  readonly notes: readonly PaymentNote[]
}

type PaymentNote =
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
  | 'foreignNext'
  | 'late'
  | 'overpaid'
  | 'doubleSpend'
  | 'reorged'
  | 'nodesDisagree'
  | 'awaitingKeys'
  | 'keysOnRelease'
  | 'invalidNext'

/** Returns the explanation of a payment. Flags add a note if they say more than the status. */
export function explainPayment(
  status: PaymentStatus,
  flags: readonly PaymentFlag[],
  isWindowOver: boolean,
): PaymentExplanation {
  const has = (flag: PaymentFlag) => flags.includes(flag)
  const foreign = foreignHeadline(flags)
  if (foreign !== null && (status === 'pending' || status === 'expired')) {
    return { headline: foreign, notes: [...foreignAssetNotes(flags), 'foreignNext'] }
  }
  switch (status) {
    case 'pending':
      return isWindowOver
        ? { headline: 'windowOver', notes: [...lostTransferNotes(flags), 'stillWatching'] }
        : { headline: 'pending', notes: [...lostTransferNotes(flags), 'sendNow'] }
    case 'partial':
      return {
        headline: 'partial',
        notes: [
          'partialRest',
          ...(isWindowOver ? (['partialOverWindow'] as const) : []),
          ...foreignAssetNotes(flags),
        ],
      }
    case 'detected':
      return {
        headline: 'detected',
        notes: [
          ...(has('late') ? (['late'] as const) : []),
          ...(has('nodes_disagree') ? (['nodesDisagree'] as const) : []),
          'detectedNext',
          ...overpaymentNotes(flags),
        ],
      }
    case 'confirmed':
      return {
        headline: 'confirmed',
        notes: [
          ...(has('awaiting_keys') ? (['awaitingKeys'] as const) : []),
          ...(has('keys_on_release') ? (['keysOnRelease'] as const) : []),
          ...overpaymentNotes(flags),
        ],
      }
    case 'expired':
      return { headline: 'expired', notes: [...lostTransferNotes(flags), 'stillWatching', 'startAgain'] }
    case 'review':
      return { headline: foreign ?? 'review', notes: [...reviewReasons(flags), 'reviewNext'] }
    case 'invalid':
      return { headline: 'invalid', notes: [...lostTransferNotes(flags), 'invalidNext', 'startAgain'] }
    case 'refunded':
      return { headline: 'refunded', notes: [] }
  }
}

function reviewReasons(flags: readonly PaymentFlag[]): readonly PaymentNote[] {
  const reasons: PaymentNote[] = [...foreignAssetNotes(flags)]
  if (flags.includes('reorged')) reasons.push('reorged')
  if (flags.includes('nodes_disagree')) reasons.push('nodesDisagree')
  if (flags.includes('late')) reasons.push('reviewLate')
  else if (flags.includes('underpaid')) reasons.push('reviewShort')
  return reasons
}

/** The title if money of another coin or network than the order's arrived and nothing else counts; null otherwise. */
function foreignHeadline(flags: readonly PaymentFlag[]): 'wrongNetwork' | 'wrongToken' | null {
  if (flags.includes('wrong_network')) return 'wrongNetwork'
  return flags.includes('wrong_token') ? 'wrongToken' : null
}

/**
 * Whether the buyer has nothing to send or check any more: the money is being confirmed, or staff decide about it. Then
 * no page shows what to send, or where.
 */
export function needsNoAction(status: PaymentStatus, flags: readonly PaymentFlag[]): boolean {
  if (status === 'detected' || status === 'review') return true
  return (status === 'pending' || status === 'expired') && foreignHeadline(flags) !== null
}

function foreignAssetNotes(flags: readonly PaymentFlag[]): readonly PaymentNote[] {
  const notes: PaymentNote[] = []
  if (flags.includes('wrong_network')) notes.push('wrongNetwork')
  if (flags.includes('wrong_token')) notes.push('wrongToken')
  return notes
}

function lostTransferNotes(flags: readonly PaymentFlag[]): readonly PaymentNote[] {
  const notes: PaymentNote[] = []
  if (flags.includes('double_spend')) notes.push('doubleSpend')
  if (flags.includes('reorged')) notes.push('reorged')
  return notes
}

function overpaymentNotes(flags: readonly PaymentFlag[]): readonly PaymentNote[] {
  return flags.includes('overpaid') ? ['overpaid'] : []
}
