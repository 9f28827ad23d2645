import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import { sql, type Selectable } from 'kysely'
import type { ChainReader, PayoutAnswer } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { RefundTransactions } from '#server/db/schema.ts'
import { describeError } from '#server/runtime/log.ts'
import { aboutOrder, noteOrder } from '#server/runtime/work-context.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { atoms, cents, worthAt, type Rate, type UsdCents } from '#shared/money.ts'
import type { Depth } from '#shared/rails.ts'
import { closeRefund } from './close-refund.ts'
import { judgePayout } from './judge-payout.ts'
import { plannedBeside } from './planned-payout.ts'
import type { ChainView } from '#server/payments/load-evidence.ts'
import { asksEveryNode, depthOf, type PaymentPolicy } from '#server/payments/policy.ts'
import { coinOf, railOfCoin, type RefundRecord } from './refund-record.ts'
import { reportPayouts } from './report-payout.ts'

/** Dependencies of {@link checkRefunds}. */
export interface RefundCheckDeps extends LoggedDbDeps {
  readonly reader: Pick<ChainReader, 'chain' | 'isSimulated' | 'findPayout'>
  readonly policy: PaymentPolicy
}

/** Minimum time between two queries about the same transaction. */
const CHECK_INTERVAL_MS = 15_000
const BATCH = 20

/**
 * Queries every node of a chain about its recorded refund transactions, and closes refunds with a final verdict. A query
 * that fails is logged and retried later; it does not stop the others.
 *
 * @param view how far the chain has been read.
 */
export async function checkRefunds(deps: RefundCheckDeps, view: ChainView): Promise<void> {
  const { db, reader, clock, log } = deps
  const everyMs = reader.isSimulated ? 0 : CHECK_INTERVAL_MS
  const waiting = await db
    .selectFrom('refund_transactions')
    .selectAll()
    .where('chain', '=', reader.chain)
    .where('status', '=', 'waiting')
    .where((where) =>
      where.or([
        where('checked_at', 'is', null),
        where('checked_at', '<=', new Date(clock().getTime() - everyMs)),
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(BATCH)
    .execute()
  const check = async (row: Selectable<RefundTransactions>) => {
    try {
      await checkTransaction(deps, row, view)
    } catch (error) {
      log.error(
        { refundId: row.refund_id, error: describeError(error) },
        'a refund could not be checked; will retry',
      )
    }
  }
  for (const row of waiting) await aboutOrder(null, () => check(row))
}

async function checkTransaction(
  deps: RefundCheckDeps,
  row: Selectable<RefundTransactions>,
  view: ChainView,
): Promise<void> {
  const { db, reader, clock, policy } = deps
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .select('payments.usd_rate_e8')
    .where('refunds.id', '=', row.refund_id)
    .executeTakeFirstOrThrow()
  noteOrder(refund.payment_id)
  const { asset } = coinOf(refund)
  const beside = await plannedBeside(db, row.plan_id, row.refund_id)
  const found = await reader.findPayout({
    txHash: row.tx_hash,
    address: refund.address ?? '',
    asset,
    blockHash: row.block_hash,
  })
  const answers = found.map((one) => ({ ...one, atoms: atoms(one.atoms > beside ? one.atoms - beside : 0n) }))
  const rule = {
    recordedAt: row.recorded_at,
    depth: depthOfRefund(policy, refund),
    view,
    nodesNeeded: needsTwoNodes(policy, refund) ? (2 as const) : (1 as const),
  }
  const verdict = judgePayout(answers, rule, clock())
  const isUnagreed = verdict.kind === 'waiting' && verdict.isUnagreed
  await db.transaction().execute(async (tx) => {
    await storeAnswers(tx, row, answers, isUnagreed, clock())
    if (isUnagreed || row.unagreed_since !== null) await reportPayouts(tx, refund.payment_id, clock())
  })
  if (verdict.kind !== 'waiting') await closeRefund(deps, row, verdict)
}

/** A refund with the rate that its order's currency had in dollars. */
type PricedRefund = RefundRecord & { readonly usd_rate_e8: bigint }

function worthOfRefund({ price_cents: price, usd_rate_e8: rate }: PricedRefund): UsdCents {
  return worthAt(cents(price), rate as Rate)
}

/** The rail's depth for the refunded price; for a coin without a rail, the chain's finality depth. */
function depthOfRefund(policy: PaymentPolicy, refund: PricedRefund): Depth {
  const coin = coinOf(refund)
  const rail = railOfCoin(coin)
  return rail === null
    ? CHAIN_TABLE[coin.chain].finality.shownDepth
    : depthOf(policy, rail, worthOfRefund(refund))
}

/** As for an order of the same price. What is refunded beside copies has no price, so two nodes must always agree about it. */
function needsTwoNodes(policy: PaymentPolicy, refund: PricedRefund): boolean {
  const isLarge = worthOfRefund(refund) >= policy.quorumCents || refund.rest_atoms > 0n
  return isLarge && asksEveryNode(policy, coinOf(refund).chain)
}

async function storeAnswers(
  db: Db,
  row: Selectable<RefundTransactions>,
  answers: readonly PayoutAnswer[],
  isUnagreed: boolean,
  now: Date,
): Promise<void> {
  const found = answers.find((one) => one.says === 'found')
  const stored = answers.map(({ endpoint, says, block }) => ({
    endpoint,
    says,
    blockHash: block?.hash ?? null,
  }))
  await db
    .updateTable('refund_transactions')
    .set({
      answers: JSON.stringify(stored),
      checked_at: now,
      unagreed_since: isUnagreed ? sql<Date>`coalesce(unagreed_since, ${now})` : null,
      atoms: found?.atoms ?? null,
      block_height: found?.block?.height ?? null,
      block_hash: found?.block?.hash ?? null,
    })
    .where('chain', '=', row.chain)
    .where('tx_hash', '=', row.tx_hash)
    .where('refund_id', '=', row.refund_id)
    .where('status', '=', 'waiting')
    .execute()
}
