import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The place of a refund in a plan of payouts. */
export interface PlannedPayout {
  readonly planId: string
  /** Null while the transaction's hash is not known. */
  readonly txHash: string | null
}

/** The plan whose transaction may still pay a refund; null if it is in none. */
export async function openPayoutOf(db: Db, refundId: string): Promise<PlannedPayout | null> {
  const row = await db
    .selectFrom('planned_payouts as p')
    .innerJoin('payout_transactions as t', (join) =>
      join.onRef('t.plan_id', '=', 'p.plan_id').onRef('t.position', '=', 'p.position'),
    )
    .select(['p.plan_id as planId', 't.tx_hash as txHash'])
    .where('p.refund_id', '=', refundId)
    .where('p.closed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Whether a transaction belongs to a plan, which says what it pays. */
export async function isPlannedHash(db: Db, chain: string, txHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('payout_transactions as t')
    .innerJoin('payout_plans as l', 'l.id', 't.plan_id')
    .select('t.plan_id')
    .where('l.chain', '=', chain)
    .where('t.tx_hash', '=', txHash)
    .executeTakeFirst()
  return row !== undefined
}

/** What a plan's transaction pays to a refund's address for other refunds; 0 outside plans. */
export async function plannedBeside(db: Db, planId: string | null, refundId: string): Promise<bigint> {
  if (planId === null) return 0n
  const { rows } = await sql<{ atoms: bigint }>`
    select coalesce(sum(p.atoms), 0)::numeric as atoms
    from planned_payouts own
    join planned_payouts p on p.plan_id = own.plan_id and p.position = own.position and p.refund_id <> own.refund_id
    join refunds r on r.id = own.refund_id
    join refunds o on o.id = p.refund_id and o.address = r.address
    where own.plan_id = ${planId} and own.refund_id = ${refundId}`.execute(db)
  return rows[0]?.atoms ?? 0n
}

/**
 * Marks a refund as paid by a plan's transaction, and takes it out of every other plan: their transactions exclude that one.
 * A plan without open payouts is closed.
 */
export async function closePayouts(tx: Db, refundId: string, planId: string, now: Date): Promise<void> {
  await tx
    .updateTable('planned_payouts')
    .set({ closed_at: now, outcome: 'abandoned' })
    .where('refund_id', '=', refundId)
    .where('plan_id', '<>', planId)
    .where('closed_at', 'is', null)
    .execute()
  await tx
    .updateTable('planned_payouts')
    .set({ closed_at: now, outcome: 'recorded' })
    .where('refund_id', '=', refundId)
    .where('plan_id', '=', planId)
    .execute()
  await closePlans(tx, now)
}

/** Closes the plans that have no open payout, and forgets what was written for the signer. */
export async function closePlans(tx: Db, now: Date): Promise<void> {
  await tx
    .updateTable('payout_plans as l')
    .set({ closed_at: now, files: null })
    .where('closed_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('planned_payouts as p')
            .select('p.plan_id')
            .whereRef('p.plan_id', '=', 'l.id')
            .where('p.closed_at', 'is', null),
        ),
      ),
    )
    .execute()
}
