import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { PayoutPlans } from '#server/db/schema.ts'
import type { PlanFile } from '#server/sweep/sweep-files.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms, type Atoms } from '#shared/money.ts'
import type { NetworkId } from '#shared/rails.ts'

/** A plan whose transactions may be signed and broadcast. */
export interface OpenPlan {
  readonly id: string
  readonly from: string | null
  readonly madeAt: Date
  readonly validUntil: Date
  readonly files: readonly PlanFile[]
  readonly transactions: readonly PlanTransaction[]
}

/** A transaction of a plan, with the refunds that it pays. */
export interface PlanTransaction {
  readonly planId: string
  readonly position: number
  readonly nonce: number | null
  readonly inputs: readonly string[]
  readonly txHash: string | null
  readonly payouts: readonly PlanPayout[]
}

/** A payment of a transaction. */
export interface PlanPayout {
  readonly refundId: string
  readonly orderId: string
  readonly address: string
  readonly atoms: Atoms
  readonly outcome: 'recorded' | 'abandoned' | null
  /** Of the refund. */
  readonly status: string
}

interface StoredFile {
  readonly name: string
  readonly base64: string
}

/** The open plan of a rail; null if there is none. */
export async function readOpenPlan(db: Db, network: NetworkId): Promise<OpenPlan | null> {
  const row = await db
    .selectFrom('payout_plans')
    .selectAll()
    .where('network', '=', network)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : toOpenPlan(row, await readTransactions(db, [row.id]))
}

function toOpenPlan(row: Selectable<PayoutPlans>, transactions: readonly PlanTransaction[]): OpenPlan {
  const files = (row.files ?? []) as unknown as readonly StoredFile[]
  return {
    id: row.id,
    from: row.from_address,
    madeAt: row.made_at,
    validUntil: row.valid_until,
    files: files.map(({ name, base64 }) => ({ name, content: Buffer.from(base64, 'base64') })),
    transactions,
  }
}

/** The transactions of plans, in order. */
export async function readTransactions(
  db: Db,
  planIds: readonly string[],
): Promise<readonly PlanTransaction[]> {
  if (planIds.length === 0) return []
  const rows = await db
    .selectFrom('payout_transactions as t')
    .leftJoin('planned_payouts as p', (join) =>
      join.onRef('p.plan_id', '=', 't.plan_id').onRef('p.position', '=', 't.position'),
    )
    .leftJoin('refunds as r', 'r.id', 'p.refund_id')
    .select(['t.plan_id', 't.position', 't.nonce', 't.inputs', 't.tx_hash'])
    .select(['p.refund_id', 'p.atoms', 'p.outcome', 'r.payment_id', 'r.address', 'r.status'])
    .where('t.plan_id', 'in', [...planIds])
    .orderBy('t.plan_id')
    .orderBy('t.position')
    .orderBy('p.refund_id')
    .execute()
  const transactions = Map.groupBy(rows, (row) => `${row.plan_id} ${String(row.position)}`)
  return [...transactions.values()].flatMap((some) => {
    const [first] = some
    if (first === undefined) return []
    return {
      planId: first.plan_id,
      position: first.position,
      nonce: first.nonce,
      inputs: first.inputs,
      txHash: first.tx_hash,
      payouts: some.flatMap((row) =>
        row.refund_id === null
          ? []
          : {
              refundId: row.refund_id,
              orderId: row.payment_id ?? '',
              address: row.address ?? '',
              atoms: atoms(row.atoms ?? 0n),
              outcome: row.outcome as PlanPayout['outcome'],
              status: row.status ?? '',
            },
      ),
    }
  })
}

/** Closed plans are looked at for so long: a transaction that was signed may be broadcast late. */
const LATE_DAYS = 60

/** The plans of a chain whose transactions may still be mined, and pay a refund for which nothing is recorded. */
export async function readUnsettledPlans(
  db: Db,
  chain: ChainId,
  now: Date,
): Promise<readonly Selectable<PayoutPlans>[]> {
  return db
    .selectFrom('payout_plans as l')
    .selectAll()
    .where('chain', '=', chain)
    .where('made_at', '>', new Date(now.getTime() - LATE_DAYS * 24 * 3600 * 1000))
    .where((where) =>
      where.exists(
        where
          .selectFrom('planned_payouts as p')
          .innerJoin('refunds as r', 'r.id', 'p.refund_id')
          .select('p.plan_id')
          .whereRef('p.plan_id', '=', 'l.id')
          .where('r.status', '=', 'asked')
          .where((payout) =>
            payout.or([payout('p.outcome', 'is', null), payout('p.outcome', '=', 'abandoned')]),
          ),
      ),
    )
    .orderBy('made_at')
    .execute()
}

/** The numbers that open plans of any rail have given to transactions of an account. */
export async function openNoncesOf(db: Db, chain: ChainId, from: string): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('payout_transactions as t')
    .innerJoin('payout_plans as l', 'l.id', 't.plan_id')
    .select('t.nonce')
    .where('l.chain', '=', chain)
    .where('l.from_address', '=', from)
    .where('l.closed_at', 'is', null)
    .execute()
  return rows.flatMap(({ nonce }) => nonce ?? [])
}
