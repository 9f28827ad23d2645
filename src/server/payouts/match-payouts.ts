import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import type { Selectable } from 'kysely'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import type { AccountFunds, FundReader, OutputFunds } from '#server/chain/funds/fund-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { PayoutPlans } from '#server/db/schema.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { recordRefund } from '#server/refunds/record-refund.ts'
import type { Asset } from '#shared/assets.ts'
import {
  readTransactions,
  readUnsettledPlans,
  type PlanPayout,
  type PlanTransaction,
} from './payout-record.ts'

/** Dependencies of {@link matchPayouts}. */
export interface MatchDeps extends LoggedDbDeps {
  readonly policy: PaymentPolicy
  /** Both of one chain. */
  readonly funds: FundReader
  readonly reader: Pick<ChainReader, 'findPayout'>
}

/** Transactions looked up in one round; the longest unasked first. */
const LOOKUPS = 20

/**
 * Finds the transactions of a chain's plans in its blocks, and records them for the refunds that they pay; from then on each
 * refund is verified like one whose transaction staff recorded. Abandoned plans are looked at too: what was broadcast all the
 * same is recorded, so that nobody pays it a second time.
 *
 * @returns false if no plan waits.
 * @throws {ChainError} if no node answers.
 */
export async function matchPayouts(deps: MatchDeps): Promise<boolean> {
  const { db, clock, funds } = deps
  const plans = await readUnsettledPlans(db, funds.chain, clock())
  if (plans.length === 0) return false
  const ids = plans.map(({ id }) => id)
  if (funds.kind === 'accounts')
    for (const plan of plans) await findHashes(deps, funds, plan, await readTransactions(db, [plan.id]))
  const unsettled = (await readTransactions(db, ids)).filter((one) => one.payouts.some(isUnsettled))
  const due = await dueOf(db, funds.kind === 'outputs' ? await spentOf(funds, unsettled) : unsettled)
  for (const one of due) {
    const plan = plans.find(({ id }) => id === one.planId)
    if (plan !== undefined) await matchTransaction(deps, plan.asset as Asset, one)
  }
  return true
}

/** Whether the chain may show a payment that is not recorded. */
function isUnsettled({ outcome, status }: PlanPayout): boolean {
  return outcome !== 'recorded' && status === 'asked'
}

/** Finds the hashes of an account's transactions by their numbers. */
async function findHashes(
  { db }: MatchDeps,
  funds: AccountFunds,
  { id, from_address: from, scanned_height: scanned }: Selectable<PayoutPlans>,
  transactions: readonly PlanTransaction[],
): Promise<void> {
  const nonces = transactions.flatMap((one) =>
    one.txHash === null && one.nonce !== null && one.payouts.some(isUnsettled) ? [one.nonce] : [],
  )
  if (from === null || nonces.length === 0) return
  const { found, scannedHeight } = await funds.findSent(from, nonces, Number(scanned))
  await db.transaction().execute(async (tx) => {
    for (const [nonce, hash] of found)
      await tx
        .updateTable('payout_transactions')
        .set({ tx_hash: hash })
        .where('plan_id', '=', id)
        .where('nonce', '=', nonce)
        .execute()
    await tx
      .updateTable('payout_plans')
      .set({ scanned_height: BigInt(scannedHeight) })
      .where('id', '=', id)
      .execute()
  })
}

/** Those that spend something already: a node without an index would search a day of blocks for the others. */
async function spentOf(
  funds: OutputFunds,
  transactions: readonly PlanTransaction[],
): Promise<readonly PlanTransaction[]> {
  const spent = await funds.spent([...new Set(transactions.flatMap(({ inputs }) => inputs.slice(0, 1)))])
  return transactions.filter(({ inputs: [first = ''] }) => spent.has(first))
}

/** Those whose hash is known, the longest unasked first. */
async function dueOf(db: Db, transactions: readonly PlanTransaction[]): Promise<readonly PlanTransaction[]> {
  const known = transactions.filter(({ txHash }) => txHash !== null)
  if (known.length <= LOOKUPS) return known
  const rows = await db
    .selectFrom('payout_transactions')
    .select(['plan_id', 'position', 'looked_at'])
    .where('plan_id', 'in', [...new Set(known.map(({ planId }) => planId))])
    .execute()
  const lookedAt = (one: PlanTransaction) =>
    rows.find((row) => row.plan_id === one.planId && row.position === one.position)?.looked_at?.getTime() ?? 0
  return known.toSorted((a, b) => lookedAt(a) - lookedAt(b)).slice(0, LOOKUPS)
}

async function matchTransaction(deps: MatchDeps, asset: Asset, one: PlanTransaction): Promise<void> {
  const { db, clock, reader } = deps
  const { planId, position, txHash, payouts } = one
  const unsettled = payouts.filter(isUnsettled)
  const [first] = unsettled
  if (txHash === null || first === undefined) return
  const answers = await reader.findPayout({ txHash, address: first.address, asset, blockHash: null })
  await db
    .updateTable('payout_transactions')
    .set({ looked_at: clock() })
    .where('plan_id', '=', planId)
    .where('position', '=', position)
    .execute()
  // a number may have been taken by another transaction, which pays nothing
  if (!answers.some(({ block, atoms, says }) => says === 'found' && block !== null && atoms > 0n)) return
  for (const payout of unsettled) await recordPayout(deps, one, payout, txHash)
}

async function recordPayout(
  { db, clock, log, policy }: MatchDeps,
  { planId }: PlanTransaction,
  { refundId }: PlanPayout,
  txHash: string,
): Promise<void> {
  const outcome = await db
    .transaction()
    .execute((tx) => recordRefund(tx, refundId, { txHash, actorId: null, planId }, { policy, now: clock() }))
  if (outcome.kind === 'refused')
    log.error({ refundId, planId, code: outcome.code }, 'a payout of a plan could not be recorded')
}
