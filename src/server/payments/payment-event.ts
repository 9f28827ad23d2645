import type { Db } from '#server/db/database.ts'
import { sendLater } from '#server/db/together.ts'

/** The kinds of entries in an order's timeline. */
export type PaymentEventKind =
  | 'created'
  | 'status'
  | 'delivered'
  | 'awaiting_keys'
  | 'awaiting_release'
  | 'nodes_asked'
  | 'key_replaced'
  | 'accepted'
  | 'noted'
  | 'mail_repeated'
  | 'refund_asked'
  | 'refund_recorded'
  | 'refund_mismatch'
  | 'refund_verified'
  | 'refund_withdrawn'
  | 'withdrawn'
  | 'erased'

/** An entry of an order's timeline. Facts must hold no key, e-mail or secret. */
export interface PaymentEvent {
  readonly paymentId: string
  readonly at: Date
  readonly kind: PaymentEventKind
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Adds an entry to an order's timeline, in the caller's transaction. Facts must hold no key, e-mail or secret. */
export async function recordEvent(
  tx: Db,
  paymentId: string,
  at: Date,
  kind: PaymentEventKind,
  facts: PaymentEvent['facts'] = {},
): Promise<void> {
  await recordEvents(tx, [{ paymentId, at, kind, facts }])
}

/** Adds entries to the timelines of several orders, in the caller's transaction and in one statement. */
export async function recordEvents(tx: Db, events: readonly PaymentEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ paymentId, at, kind, facts = {} }) => ({
    payment_id: paymentId,
    at,
    kind,
    facts: JSON.stringify(facts),
  }))
  await sendLater(tx, tx.insertInto('payment_events').values(rows).compile())
}
