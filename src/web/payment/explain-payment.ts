import type { PaymentFlag, PaymentStatus } from '#shared/payment-status.ts'
import type { PaymentView } from '#web/api/payment-view.ts'

/** What an explanation depends on. */
export type StatedPayment = Pick<PaymentView, 'status' | 'flags' | 'isWithdrawn'>

/**
 * The step that is offered first, by the only button that is not quiet: to send the amount or its rest, to begin anew because
 * this payment is over, to look at the keys, or none, because the network or the shop goes on.
 */
export type NextStep = 'send' | 'startOver' | 'keys' | 'wait'

/** The explanation of a payment's state as text keys: a headline, notes on what happens next, and the next step. */
export interface PaymentExplanation {
  readonly headline: PaymentStatus | 'windowOver' | 'wrongNetwork' | 'wrongToken' | 'withdrawn'
  /** The label of the specification; most states have none. */
  readonly label: 'processing' | 'completed' | 'failed' | null
  readonly notes: readonly PaymentNote[]
  readonly next: NextStep
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
  | 'withdrawn'
  | 'refunded'

/** The flags that add a note, in the order of the notes. */
const LOST = { double_spend: 'doubleSpend', reorged: 'reorged' } as const
const FOREIGN = { wrong_network: 'wrongNetwork', wrong_token: 'wrongToken' } as const
const OVERPAID = { overpaid: 'overpaid' } as const
const NOT_YET = { awaiting_keys: 'awaitingKeys', keys_on_release: 'keysOnRelease' } as const

/** Returns the explanation of a payment. Flags add a note if they say more than the status. */
export function explainPayment(payment: StatedPayment, isWindowOver: boolean): PaymentExplanation {
  const { status, flags, isWithdrawn } = payment
  const notesFor = (table: Partial<Record<PaymentFlag, PaymentNote>>): PaymentNote[] =>
    Object.entries(table).flatMap(([flag, note]) => (flags.includes(flag as PaymentFlag) ? [note] : []))
  const [foreign = null] = Object.entries(FOREIGN).flatMap(([flag, headline]) =>
    flags.includes(flag as PaymentFlag) ? [headline] : [],
  )
  if (isWithdrawn && status !== 'refunded')
    return { headline: 'withdrawn', label: null, notes: ['withdrawn'], next: 'wait' }
  if (foreign !== null && (status === 'pending' || status === 'expired')) {
    const label = status === 'expired' ? 'failed' : null
    return { headline: foreign, label, notes: [...notesFor(FOREIGN), 'foreignNext'], next: 'wait' }
  }
  const plain = { headline: status, label: null, next: 'wait' } as const
  switch (status) {
    case 'pending':
      return isWindowOver
        ? {
            ...plain,
            headline: 'windowOver',
            notes: [...notesFor(LOST), 'stillWatching', 'startAgain'],
            next: 'startOver',
          }
        : { ...plain, notes: [...notesFor(LOST), 'sendNow'], next: 'send' }
    case 'partial': {
      const late = isWindowOver ? (['partialOverWindow'] as const) : []
      return { ...plain, notes: ['partialRest', ...late, ...notesFor(FOREIGN)], next: 'send' }
    }
    case 'detected':
      return {
        ...plain,
        label: 'processing',
        notes: [
          ...notesFor({ late: 'late', nodes_disagree: 'nodesDisagree' }),
          'detectedNext',
          ...notesFor(OVERPAID),
        ],
      }
    case 'confirmed': {
      const waiting = notesFor(NOT_YET)
      return {
        ...plain,
        label: 'completed',
        notes: [...waiting, ...notesFor(OVERPAID)],
        next: waiting.length > 0 ? 'wait' : 'keys',
      }
    }
    case 'expired':
      return {
        ...plain,
        label: 'failed',
        notes: [...notesFor(LOST), 'stillWatching', 'startAgain'],
        next: 'startOver',
      }
    case 'review':
      return {
        ...plain,
        headline: foreign ?? 'review',
        notes: [
          ...notesFor({ ...FOREIGN, reorged: 'reorged', nodes_disagree: 'nodesDisagree' }),
          ...notesFor(flags.includes('late') ? { late: 'reviewLate' } : { underpaid: 'reviewShort' }),
          'reviewNext',
        ],
      }
    case 'invalid':
      return {
        ...plain,
        label: 'failed',
        notes: [...notesFor(LOST), 'invalidNext', 'startAgain'],
        next: 'startOver',
      }
    case 'refunded':
      return { ...plain, notes: ['refunded'] }
  }
}

/** Whether nothing is left to send, whatever the time: no page shows then what to send, or where. */
export function needsNoAction(payment: StatedPayment): boolean {
  return explainPayment(payment, false).next === 'wait'
}
