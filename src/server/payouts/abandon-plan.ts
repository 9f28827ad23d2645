import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { FundReader } from '#server/chain/funds/fund-reader.ts'
import type { Db } from '#server/db/database.ts'
import { closePlans } from '#server/refunds/planned-payout.ts'
import type { Asset } from '#shared/assets.ts'
import type { Rail } from '#shared/rails.ts'
import { readOpenPlan, type OpenPlan, type PlanTransaction } from './payout-record.ts'

interface AbandonDeps {
  readonly db: Db
  readonly funds: FundReader
  readonly reader: Pick<ChainReader, 'findPayout'>
}

/** The outcome of {@link abandonPlan}. `refused`: a transaction of the plan was broadcast, or may be unnoticed. */
export type AbandonResult =
  | { readonly kind: 'abandoned'; readonly refunds: number }
  | { readonly kind: 'refused'; readonly message: string }

/** After a transaction of Tron has expired, its block may be some time away from the clock here. */
const EXPIRY_MARGIN_MS = 3600 * 1000

/**
 * Abandons the open plan of a rail, on the word of staff that nothing of it was broadcast. Refused if a node knows one of its
 * transactions, or if none can say. The next plan of these refunds excludes the transactions of this one, except on Tron,
 * where a plan can be abandoned once its transactions have expired.
 *
 * @throws {ChainError} if no node answers.
 */
export async function abandonPlan(
  deps: AbandonDeps,
  rail: Rail,
  planId: string,
  now: Date,
): Promise<AbandonResult> {
  const plan = await readOpenPlan(deps.db, rail.network)
  if (plan?.id !== planId) return refuse(`there is no open plan ${planId} of ${rail.network}`)
  const fault = (await expiryFault(deps.funds, plan, now)) ?? (await broadcastFault(deps, rail, plan))
  if (fault !== null) return refuse(fault)
  const refunds = await deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('planned_payouts')
      .set({ closed_at: now, outcome: 'abandoned' })
      .where('plan_id', '=', planId)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    await closePlans(tx, now)
    return Number(numUpdatedRows)
  })
  return { kind: 'abandoned', refunds }
}

/** Where accounts do not count, nothing that is written later excludes a transaction: only its expiry does. */
async function expiryFault(
  funds: FundReader,
  { from, validUntil }: OpenPlan,
  now: Date,
): Promise<string | null> {
  if (funds.kind === 'outputs' || from === null || (await funds.sentCounts(from)) !== null) return null
  const free = new Date(validUntil.getTime() + EXPIRY_MARGIN_MS)
  return now > free
    ? null
    : `its transactions may be mined until they expire: abandon it after ${free.toISOString()}`
}

async function broadcastFault(
  deps: AbandonDeps,
  rail: Rail,
  { from, transactions }: OpenPlan,
): Promise<string | null> {
  const { funds } = deps
  const open = transactions.filter((one) => one.payouts.some(({ outcome }) => outcome === null))
  const counts = funds.kind === 'accounts' && from !== null ? await funds.sentCounts(from) : null
  for (const one of open) {
    const what = `transaction ${String(one.position + 1)}`
    if (counts !== null && one.nonce !== null && one.nonce < counts.pending) {
      if (one.txHash === null)
        return `${what}: its number ${String(one.nonce)} is used; the shop looks for it, run this again in a minute`
      if (one.nonce >= counts.settled)
        return `${what}: another transaction has its number, and is not final yet`
    }
    const fault = await lookUpFault(deps, rail.asset, one)
    if (fault !== null) return `${what}: ${fault}`
  }
  return null
}

async function lookUpFault(
  { reader }: AbandonDeps,
  asset: Asset,
  { txHash, payouts: [first] }: PlanTransaction,
): Promise<string | null> {
  if (txHash === null || first === undefined) return null
  const answers = await reader.findPayout({ txHash, address: first.address, asset, blockHash: null })
  if (answers.some(({ says, atoms }) => says === 'found' && atoms > 0n))
    return 'it was broadcast; it is recorded by itself once it is in a block'
  if (answers.some(({ says }) => says === 'unknown')) return 'a node does not say whether it knows it'
  return null
}

function refuse(message: string): AbandonResult {
  return { kind: 'refused', message }
}
