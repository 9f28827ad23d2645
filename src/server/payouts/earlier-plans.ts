import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { SentCounts } from '#server/chain/funds/fund-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { Rail } from '#shared/rails.ts'

/** A transaction of an abandoned plan that paid a refund, the newest one. */
export interface AbandonedPayout {
  readonly refundId: string
  readonly from: string | null
  readonly nonce: number | null
  readonly inputs: readonly string[]
  readonly txHash: string | null
}

/** What was written for the refunds of a rail before and abandoned, by refund. */
export async function readAbandoned(db: Db, rail: Rail): Promise<ReadonlyMap<string, AbandonedPayout>> {
  const rows = await db
    .selectFrom('planned_payouts as p')
    .innerJoin('refunds as r', 'r.id', 'p.refund_id')
    .innerJoin('payout_plans as l', 'l.id', 'p.plan_id')
    .innerJoin('payout_transactions as t', (join) =>
      join.onRef('t.plan_id', '=', 'p.plan_id').onRef('t.position', '=', 'p.position'),
    )
    .select(['p.refund_id', 'l.from_address', 't.nonce', 't.inputs', 't.tx_hash'])
    .where('l.network', '=', rail.network)
    .where('p.outcome', '=', 'abandoned')
    .where('r.status', '=', 'asked')
    .orderBy('l.made_at')
    .execute()
  return new Map(
    rows.map((row) => [
      row.refund_id,
      {
        refundId: row.refund_id,
        from: row.from_address,
        nonce: row.nonce,
        inputs: row.inputs,
        txHash: row.tx_hash,
      },
    ]),
  )
}

/**
 * Where a new transaction must stand so that the chain takes it or the abandoned one, never both. `free`: the abandoned one
 * cannot be mined any more. `wait`: nothing that a plan can write excludes it.
 */
export type Place<Position> =
  { readonly kind: 'free' } | { readonly kind: 'wait' } | { readonly kind: 'at'; readonly position: Position }

/** The number that a new transaction must have. @param from the account that pays now. */
export function nonceAfter(
  { from: earlier, nonce }: AbandonedPayout,
  from: string,
  counts: SentCounts,
): Place<number> {
  // a chain that does not count: it was abandoned after it had expired
  if (nonce === null) return { kind: 'free' }
  // the numbers of another account are not known
  if (earlier?.toLowerCase() !== from.toLowerCase()) return { kind: 'wait' }
  if (nonce < counts.settled) return { kind: 'free' }
  return nonce < counts.mined ? { kind: 'wait' } : { kind: 'at', position: nonce }
}

/**
 * The outpoint that a new transaction must spend: the first of the abandoned one. It is free once another transaction has
 * spent it.
 */
export async function anchorAfter(
  reader: Pick<ChainReader, 'isReplaced'>,
  { inputs, txHash }: AbandonedPayout,
  spent: ReadonlySet<string>,
): Promise<Place<string>> {
  const [anchor] = inputs
  if (anchor === undefined || txHash === null) return { kind: 'wait' }
  if (!spent.has(anchor)) return { kind: 'at', position: anchor }
  return (await reader.isReplaced(txHash, inputs)) ? { kind: 'free' } : { kind: 'wait' }
}
