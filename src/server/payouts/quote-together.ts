import type { AccountFunds, FundReader } from '#server/chain/funds/fund-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { quoteRefund } from '#server/refunds/quote-refund.ts'
import { freezeSelectorOf } from '#shared/assets.ts'
import { atoms } from '#shared/money.ts'
import type { Rail } from '#shared/rails.ts'
import type { LeftRefund, PayoutRefund } from './payout-plan.ts'

interface QuoteDeps {
  readonly db: Db
  readonly policy: PaymentPolicy
  readonly funds: FundReader
}

/** The refunds of a rail that can be paid, quoted at one moment. */
export interface QuotedTogether {
  readonly refunds: readonly PayoutRefund[]
  readonly left: readonly LeftRefund[]
  /** When the oldest of the quotes was made; null without refunds. */
  readonly quotedAt: Date | null
}

/**
 * Quotes every requested refund of a rail at one moment, in one transaction. One that cannot be quoted is left, with the reason
 * that a person would be given.
 */
export async function quoteTogether(deps: QuoteDeps, rail: Rail, now: Date): Promise<QuotedTogether> {
  const { db, policy, funds } = deps
  const wanted = await readRequested(db, rail)
  const frozen = funds.kind === 'accounts' ? await frozenOf(funds, rail, wanted) : new Set<string>()
  await storeFreeze(db, frozen, now)
  return db.transaction().execute(async (tx) => {
    const refunds: PayoutRefund[] = []
    const left: LeftRefund[] = []
    let quotedAt: Date | null = null
    for (const { id, orderId, address, status } of wanted) {
      if (status === 'mismatch' || frozen.has(id)) {
        left.push({ id, orderId, reason: frozen.has(id) ? 'frozen' : 'mismatch' })
        continue
      }
      const outcome = await quoteRefund(tx, id, policy, now)
      if (outcome.kind === 'refused') {
        left.push({ id, orderId, reason: 'not-quoted', message: outcome.message })
        continue
      }
      const { owed_atoms: owed, quoted_at: at } = outcome.refund
      if (owed === null) throw new Error(`refund ${id}: expected a quote`)
      refunds.push({ id, orderId, address, atoms: atoms(owed) })
      if (at !== null && (quotedAt === null || at < quotedAt)) quotedAt = at
    }
    return { refunds, left, quotedAt }
  })
}

interface RequestedRefund {
  readonly id: string
  readonly orderId: string
  readonly address: string
  readonly status: string
}

/** The refunds that nobody pays yet, by order: the order in which they are locked. */
async function readRequested(db: Db, { chain, asset }: Rail): Promise<readonly RequestedRefund[]> {
  const rows = await db
    .selectFrom('refunds as r')
    .innerJoin('payments as o', 'o.id', 'r.payment_id')
    .select(['r.id', 'r.payment_id', 'r.address', 'r.status'])
    .where('r.chain', '=', chain)
    .where('r.asset', '=', asset)
    .where('r.status', 'in', ['asked', 'mismatch'])
    .where('o.is_simulated', '=', false)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('planned_payouts as p')
            .select('p.plan_id')
            .whereRef('p.refund_id', '=', 'r.id')
            .where('p.closed_at', 'is', null),
        ),
      ),
    )
    .orderBy('r.payment_id')
    .orderBy('r.request_no')
    .execute()
  return rows.flatMap(({ id, payment_id: orderId, address, status }) =>
    address === null ? [] : { id, orderId, address, status },
  )
}

/** The number of refunds that wait for a plan, or for a person. */
export async function countRequested(db: Db, rail: Rail): Promise<number> {
  return (await readRequested(db, rail)).length
}

/** The refunds whose addresses the issuer of the token has frozen. */
async function frozenOf(
  funds: AccountFunds,
  { chain, asset }: Rail,
  wanted: readonly RequestedRefund[],
): Promise<ReadonlySet<string>> {
  if (freezeSelectorOf(chain, asset) === null) return new Set()
  const states = await funds.states(
    wanted.map(({ address }) => address),
    asset,
  )
  return new Set(wanted.filter((_, at) => states[at]?.isFrozen === true).map(({ id }) => id))
}

async function storeFreeze(db: Db, frozen: ReadonlySet<string>, now: Date): Promise<void> {
  if (frozen.size === 0) return
  await db
    .updateTable('refunds')
    .set({ freeze_state: 'frozen', freeze_checked_at: now })
    .where('id', 'in', [...frozen])
    .where('status', 'in', ['asked', 'mismatch'])
    .execute()
}
