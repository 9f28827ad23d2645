import { withPlan, type PlanFile } from '#server/sweep/sweep-files.ts'
import { checkWords } from '#shared/check-words.ts'
import { csvLine } from '#shared/csv.ts'
import { formatAmount } from '#shared/money.ts'
import type { Rail } from '#shared/rails.ts'
import type { PayoutRefund } from './payout-plan.ts'
import type { PlanHead } from './payout-draft.ts'

interface PlanFacts extends Readonly<Record<string, unknown>> {
  readonly rail: Rail
  readonly transactions: readonly { readonly pays: readonly PayoutRefund[] }[]
}

/** What `plan.json` of every payout plan states first. */
export function payoutFacts(planId: string, rail: Rail, { madeAt, validUntil }: PlanHead) {
  return {
    plan: planId,
    rail,
    chain: rail.chain,
    asset: rail.asset,
    madeAt: madeAt.toISOString(),
    validUntil: validUntil.toISOString(),
  }
}

/** Adds `payouts.csv`, for a person to compare, and `plan.json`. */
export function withPayoutPlan(
  files: readonly PlanFile[],
  { rail, transactions, ...facts }: PlanFacts,
): readonly PlanFile[] {
  const lines = transactions.flatMap(({ pays }, at) =>
    pays.map(({ orderId, address, atoms }) =>
      csvLine([
        at + 1,
        orderId,
        address,
        checkWords(address),
        formatAmount(atoms, rail.decimals),
        rail.asset,
      ]),
    ),
  )
  const csv = `${['transaction,order,address,check_words,amount,asset', ...lines].join('\n')}\n`
  return withPlan([...files, { name: 'payouts.csv', content: csv }], {
    ...facts,
    rail: rail.network,
    transactions: transactions.map(({ pays, ...transaction }) => ({
      ...transaction,
      pays: pays.map(({ id, orderId, address, atoms }) => ({
        ...{ refund: id, order: orderId, address, checkWords: checkWords(address), atoms: String(atoms) },
      })),
    })),
  })
}
