import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import { alertSubjectOf, type AlertFacts, type AlertKind } from '#shared/alerts.ts'
import { readOrderFacts } from './read-order-facts.ts'

/** What an alert states, before it is raised. */
export type AlertCause<Kind extends AlertKind = AlertKind> = {
  readonly [K in Kind]: {
    readonly kind: K
    /** An order's id, the name of a chain, rail, coin or edition, a hash, or `shop`, as the kind says. */
    readonly subject: string
    /** Never contains a key, e-mail or secret. Those of an order are added. */
    readonly facts: AlertFacts<K>
  }
}[Kind]

/** An event that staff must know about. */
export type Alert = AlertCause & { readonly at: Date }

/**
 * Reports an event to staff, in the caller's transaction: the back office lists it, and one mail is sent if an address is
 * set. While an alert of the same kind and subject is open nothing is written, so it may be reported at every look.
 *
 * @returns whether the alert is new.
 */
export async function raiseAlert(tx: Db, { kind, subject, facts, at }: Alert): Promise<boolean> {
  const ofOrder = alertSubjectOf(kind) === 'order' ? await readOrderFacts(tx, subject) : {}
  const { rows } = await sql<{ id: string }>`
    insert into alerts (kind, subject, facts, raised_at)
    values (${kind}, ${subject}, ${JSON.stringify({ ...ofOrder, ...facts })}, ${at})
    on conflict (kind, subject) where closed_at is null do nothing
    returning id`.execute(tx)
  if (rows.length === 0) return false
  await announce(tx, 'alerts')
  return true
}

/**
 * Closes an alert whose cause is gone, in the caller's transaction; does nothing if none is open. If staff were told of the
 * event by mail, they are told once that it is over.
 */
export async function closeAlert(
  tx: Db,
  { kind, subject }: Pick<Alert, 'kind' | 'subject'>,
  at: Date,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('alerts')
    .set({ closed_at: at })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await announce(tx, 'alerts')
}
