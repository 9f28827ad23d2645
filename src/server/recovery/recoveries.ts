import { sql, type Selectable } from 'kysely'
import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import type { Recoveries } from '#server/db/schema.ts'
import { announce } from '#server/live/announce.ts'
import { mergeReserved, type HighWaterMark } from './high-water-mark.ts'

/** A recovery that is not finished: the shop takes no orders. */
export type Recovery = Selectable<Recoveries>

/** What a recovery begins with. */
export interface RecoveryStart {
  readonly cause: 'restored' | 'older' | 'other_database'
  readonly previousDatabaseId: string
  /** Other states of the database whose marks no longer apply. */
  readonly coveredDatabaseIds?: readonly string[]
  readonly lostSince: Date
  readonly reserved: HighWaterMark['reserved']
}

/** Open as long as a recovery is. */
const ALERT = { kind: 'recovery', subject: 'shop' } as const

/** The recovery in progress, or null. */
export async function findOpenRecovery(db: Db): Promise<Recovery | null> {
  return (
    (await db.selectFrom('recoveries').selectAll().where('finished_at', 'is', null).executeTakeFirst()) ??
    null
  )
}

/** The recovery in progress, locked, so that two decisions about it see each other; null if there is none. */
export async function lockOpenRecovery(tx: Db): Promise<Recovery | null> {
  const open = tx.selectFrom('recoveries').selectAll().where('finished_at', 'is', null)
  return (await open.forUpdate().executeTakeFirst()) ?? null
}

/**
 * Begins a recovery: no pooled address is offered any more, and every key that could still be sold is set aside, since the
 * lost database may have sold it. Does nothing if one is in progress.
 *
 * @returns the id of the recovery; null if one was in progress.
 */
export async function startRecovery(tx: Db, start: RecoveryStart, now: Date): Promise<string | null> {
  const inserted = await tx
    .insertInto('recoveries')
    .values({
      started_at: now,
      cause: start.cause,
      previous_database_id: start.previousDatabaseId,
      covered_database_ids: [...(start.coveredDatabaseIds ?? [])],
      lost_since: start.lostSince,
      reserved: JSON.stringify(start.reserved),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return null
  await sql`lock table address_pool in share row exclusive mode`.execute(tx)
  // the lowest index that may have been handed out since is the next one again
  await sql`
    update wallets w set next_index = p.lowest
    from (select wallet_fingerprint, min(derivation_index) as lowest from address_pool group by 1) p
    where p.wallet_fingerprint = w.fingerprint`.execute(tx)
  await tx.deleteFrom('address_pool').execute()
  const quarantined = await sql`
    update game_keys set quarantined_at = ${now}, retired_at = ${now}, held_for = null, held_until = null
    where payment_id is null and retired_at is null`.execute(tx)
  const facts = { cause: start.cause, keys: Number(quarantined.numAffectedRows ?? 0n) }
  const subject = { kind: 'recovery', id: inserted.id } as const
  await recordAudit(tx, { at: now, actorId: null, action: 'recovery.start', subject, facts })
  await raiseAlert(tx, {
    ...ALERT,
    facts: { cause: start.cause, lostSince: start.lostSince.toISOString(), quarantined: facts.keys },
    at: now,
  })
  await announce(tx, 'rails', 'keys')
  return inserted.id
}

/**
 * Adds what another mark knows to the recovery in progress: addresses beyond those that were skipped have to be skipped,
 * too. @returns its id; null if none is in progress.
 */
export async function mergeIntoRecovery(tx: Db, reserved: HighWaterMark['reserved']): Promise<string | null> {
  const open = await lockOpenRecovery(tx)
  if (open === null) return null
  const known = open.reserved as HighWaterMark['reserved']
  const isMore = Object.entries(reserved).some(([one, index]) => (known[one] ?? 0) < index)
  if (isMore)
    await tx
      .updateTable('recoveries')
      .set({ reserved: JSON.stringify(mergeReserved(known, reserved)), addresses_done_at: null })
      .where('id', '=', open.id)
      .execute()
  return open.id
}

/** Marks one half of a recovery as done; with the other half the shop takes orders again. */
export async function completePart(
  tx: Db,
  { id }: Recovery,
  part: 'addresses_done_at' | 'keys_done_at',
  now: Date,
): Promise<{ readonly isFinished: boolean }> {
  await tx
    .updateTable('recoveries')
    .set({ [part]: now })
    .where('id', '=', id)
    .execute()
  const finished = await tx
    .updateTable('recoveries')
    .set({ finished_at: now })
    .where('id', '=', id)
    .where('addresses_done_at', 'is not', null)
    .where('keys_done_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (finished === undefined) return { isFinished: false }
  await recordAudit(tx, {
    at: now,
    actorId: null,
    action: 'recovery.finish',
    subject: { kind: 'recovery', id },
  })
  await closeAlert(tx, ALERT, now)
  await announce(tx, 'rails', 'keys', 'addresses', 'mails')
  return { isFinished: true }
}
