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

/** Adds an entry to an order's timeline, in the caller's transaction. Facts must hold no key, e-mail or secret. */
export async function recordEvent(
  tx: Db,
  paymentId: string,
  at: Date,
  kind: PaymentEventKind,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const event = tx
    .insertInto('payment_events')
    .values({ payment_id: paymentId, at, kind, facts: JSON.stringify(facts) })
  await sendLater(tx, event.compile())
}
