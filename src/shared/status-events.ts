import type { PaymentFlag, PaymentStatus } from './payment-status.ts'

/**
 * Facts that give an order each status, in words. Where the same event has different results within one status, the status has
 * a situation for each.
 */
export const SITUATIONS = {
  pending: ['nothing has come'],
  partial: ['half has come'],
  detected: ['unconfirmed', 'not deep enough', 'nodes have not agreed', 'delivered, unconfirmed again'],
  confirmed: ['not delivered', 'delivered', 'accepted by staff'],
  expired: ['nothing came in time', 'the buyer withdrew', 'personal data erased'],
  review: ['still short', 'too late', 'another coin', 'nodes differ', 'delivered, money gone'],
  invalid: ['never mined'],
  refunded: ['delivered and refunded'],
} as const satisfies Readonly<Record<PaymentStatus, readonly string[]>>

/** One of {@link SITUATIONS} of a status; of any status by default. */
export type Situation<Status extends PaymentStatus = PaymentStatus> = (typeof SITUATIONS)[Status][number]

/** What can meet an order. `the rest`: what is missing, or the whole price once more if nothing is. */
export type StatusEvent =
  | 'nothing happens'
  | 'the rest is seen, unconfirmed'
  | 'the rest arrives'
  | 'half of the rest arrives'
  | 'more than the rest arrives'
  | 'dust arrives'
  | 'the rest arrives an hour late'
  | 'the rest arrives an hour late, worth half'
  | 'the rest arrives two days late'
  | 'the rest, sent in time, is mined two days late'
  | 'money of another network arrives'
  | 'another coin arrives'
  | 'money from before the order is found'
  | 'unconfirmed money is mined'
  | 'its money gets deep enough'
  | 'unconfirmed money is replaced'
  | 'unconfirmed money is dropped'
  | 'its newest block is orphaned'
  | 'a second node contradicts'
  | 'nodes differ for half an hour'
  | 'a second node is silent for half an hour'
  | 'two nodes agree'
  | 'the limit of a single node is reached'
  | 'the window ends'
  | 'the window ends unwatched'
  | 'a day passes after the window'
  | 'two weeks pass'
  | 'the stock is too small'
  | 'keys are held until release'
  | 'keys are delivered'
  | 'staff accept what came'
  | 'the buyer withdraws'
  | 'its refund is complete'
  | 'personal data are erased'

/** The status and the flags that follow; null if the event cannot happen in this situation. */
export type StatusOutcome = readonly [PaymentStatus, ...PaymentFlag[]] | null

/** What follows from every event in every situation of every status. */
export type StatusTable = {
  readonly [Status in PaymentStatus]: Readonly<
    Record<StatusEvent, Readonly<Record<Situation<Status>, StatusOutcome>>>
  >
}
