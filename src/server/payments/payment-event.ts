import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { ANNOUNCEMENTS, eventQueryOf } from '#server/db/pg-connection.ts'
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

/**
 * Adds entries to the timelines of several orders, in the caller's transaction and in one statement, which also announces the
 * newest: every process remembers it, to notice a database that has lost it.
 */
export async function recordEvents(tx: Db, events: readonly PaymentEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ paymentId, at, kind, facts = {} }) => ({
    payment_id: paymentId,
    at,
    kind,
    facts: JSON.stringify(facts),
  }))
  const recording = sql`
    with recorded as (${tx.insertInto('payment_events').values(rows).returning(['id', 'at'])}),
      newest as (select id, at from recorded order by id desc limit 1)
    select id, at, pg_notify(${ANNOUNCEMENTS}, 'event:' || id || ':' || floor(extract(epoch from at) * 1000)) from newest`
  await sendLater(tx, eventQueryOf(recording.compile(tx)))
}
