import { REFUND_QUOTE_LIFE_S } from '#shared/constants.ts'
import { draftAccountPayouts } from './draft-account-payouts.ts'
import { draftOutputPayouts } from './draft-output-payouts.ts'
import type { MissingMoney, PayoutDeps, PayoutDraft, PayoutRequest } from './payout-draft.ts'
import type { LeftRefund } from './payout-plan.ts'
import { readOpenPlan, type OpenPlan } from './payout-record.ts'
import { countRequested, quoteTogether } from './quote-together.ts'
import { storePlan } from './store-plan.ts'

/** The outcome of {@link planPayouts}. `open`: the plan existed, and is shown again; `newer` refunds are not in it. */
export type PlannedPayouts =
  | { readonly kind: 'open'; readonly plan: OpenPlan; readonly newer: number }
  | {
      readonly kind: 'made'
      readonly plan: OpenPlan
      readonly draft: PayoutDraft
      readonly left: readonly LeftRefund[]
    }
  | { readonly kind: 'missing'; readonly missing: MissingMoney; readonly left: readonly LeftRefund[] }
  | { readonly kind: 'nothing'; readonly left: readonly LeftRefund[] }

/**
 * Plans the payout of every refund of a rail that is owed: quotes them at one moment, writes unsigned transactions, and stores
 * the plan with its refunds. While it is open the same plan is returned: no refund gets a second one.
 *
 * @throws {ChainError} if no node answers; then there is no plan.
 * @throws {PlanChangedError} if a refund changed meanwhile; then there is no plan.
 */
export async function planPayouts(deps: PayoutDeps, request: PayoutRequest): Promise<PlannedPayouts> {
  const { db, clock, funds } = deps
  const { rail } = request
  const open = await readOpenPlan(db, rail.network)
  if (open !== null) return { kind: 'open', plan: open, newer: await countRequested(db, rail) }
  const now = clock()
  const { refunds, left: unquoted, quotedAt } = await quoteTogether(deps, rail, now)
  if (refunds.length === 0 || quotedAt === null) return { kind: 'nothing', left: unquoted }
  const draft =
    funds.kind === 'outputs'
      ? await draftOutputPayouts({ ...deps, funds }, request, refunds)
      : await draftAccountPayouts({ ...deps, funds }, request, refunds)
  const left = [...unquoted, ...draft.left]
  if (draft.missing !== null) return { kind: 'missing', missing: draft.missing, left }
  if (draft.transactions.length === 0) return { kind: 'nothing', left }
  const quoteEnds = new Date(quotedAt.getTime() + REFUND_QUOTE_LIFE_S * 1000)
  const { expiresAt } = draft
  const validUntil = expiresAt !== null && expiresAt < quoteEnds ? expiresAt : quoteEnds
  const plan = await storePlan(db, rail, draft, { madeAt: now, validUntil })
  return { kind: 'made', plan, draft, left }
}
