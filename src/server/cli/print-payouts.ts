import type { LeftRefund, PayoutLeftReason } from '#server/payouts/payout-plan.ts'
import type { OpenPlan } from '#server/payouts/payout-record.ts'
import type { MissingMoney } from '#server/payouts/payout-draft.ts'
import type { PlannedPayouts } from '#server/payouts/plan-payouts.ts'
import { sumOf } from '#server/sweep/sweep-files.ts'
import { CHAIN_TABLE, walletKindOf } from '#shared/chains.ts'
import { checkWords } from '#shared/check-words.ts'
import { formatAmount, type Atoms } from '#shared/money.ts'
import type { Rail } from '#shared/rails.ts'

const REASONS: Readonly<Record<PayoutLeftReason, string>> = {
  'not-quoted': 'what is owed cannot be stated now',
  mismatch: 'a recorded transaction did not pay it: look at it under Refunds',
  frozen: 'the issuer of the token has frozen its address: ask the buyer for another one',
  dust: 'nodes relay no output as small: pay it from a wallet, together with others',
  'no-money': 'the coins do not suffice: it comes into the next plan',
  refused: 'the node says that a transaction to its address would fail',
  'earlier-plan': 'a transaction of an abandoned plan may still pay it: wait until it cannot',
}

/** Prints what a plan pays and the steps that follow. @param folder where files were written; null: none were. */
export function printPayouts(
  out: (line: string) => void,
  rail: Rail,
  planned: PlannedPayouts,
  folder: string | null,
): void {
  if (planned.kind === 'open' || planned.kind === 'made') printPlan(out, rail, planned.plan)
  if (planned.kind === 'open') {
    out('this plan was made before; it stays until all of its transactions are on the chain')
    if (planned.newer > 0) out(`not in it: ${String(planned.newer)} refunds, which come into the next plan`)
  }
  if (planned.kind === 'made') {
    const { fees, change } = planned.draft
    out(`fees: at most ${coinAmount(rail, fees)}`)
    if (change !== null) out(`change: ${assetAmount(rail, change.atoms)} to ${change.address}`)
  }
  if (planned.kind === 'missing') printMissing(out, rail, planned.missing)
  if (planned.kind === 'nothing') out('no refund of this rail can be paid now')
  if (planned.kind !== 'open') for (const line of leftLines(planned.left)) out(line)
  if (planned.kind === 'open' || planned.kind === 'made') {
    if (folder === null) {
      out('nothing was written: add --out FOLDER for the unsigned transactions')
      return
    }
    out(`written to ${folder}: ${planned.plan.files.map(({ name }) => name).join(', ')}`)
    for (const [at, step] of stepsOf(rail, planned.plan).entries()) out(`${String(at + 1)}. ${step}`)
  }
}

function printPlan(out: (line: string) => void, rail: Rail, plan: OpenPlan): void {
  const payouts = plan.transactions.flatMap((one) => one.payouts)
  out(
    `plan: ${plan.id}, made ${plan.madeAt.toISOString()}, broadcast before ${plan.validUntil.toISOString()}`,
  )
  if (plan.from !== null) out(`pays from: ${plan.from} (${checkWords(plan.from)})`)
  out(
    `pays: ${assetAmount(rail, sumOf(payouts.map(({ atoms }) => atoms)))} for ${String(payouts.length)} refunds in ${String(plan.transactions.length)} transactions`,
  )
  const recorded = payouts.filter(({ outcome }) => outcome === 'recorded').length
  if (recorded > 0) out(`on the chain: ${String(recorded)} of them`)
  for (const { position, payouts: some } of plan.transactions)
    for (const { orderId, address, atoms, outcome } of some)
      out(
        `${String(position + 1)}  order ${orderId}  ${assetAmount(rail, atoms)}  ${address}  ${checkWords(address)}${outcome === 'recorded' ? '  on the chain' : ''}`,
      )
}

function printMissing(out: (line: string) => void, rail: Rail, { address, atoms, coin }: MissingMoney): void {
  const amounts = [
    ...(atoms > 0n ? [assetAmount(rail, atoms)] : []),
    ...(coin > 0n ? [coinAmount(rail, coin)] : []),
  ]
  const place = address ?? 'the coins at the addresses of orders'
  out(
    amounts.length > 0
      ? `${place} lacks ${amounts.join(' and ')}${atoms > 0n ? ', and fees' : ''}`
      : `${place} lacks what the fees cost`,
  )
  out(
    address === null
      ? 'no plan was made: name an address of your wallet that has it by --from'
      : 'no plan was made: send it there, wait until it has arrived, and run the command again',
  )
}

function leftLines(left: readonly LeftRefund[]): readonly string[] {
  return left.map(({ orderId, reason, message }) => `left: order ${orderId}, ${message ?? REASONS[reason]}`)
}

function stepsOf({ network, chain }: Rail, { id }: OpenPlan): readonly string[] {
  return [
    'compare totals, addresses and check words with payouts.csv, and the SHA-256 of each file with plan.json',
    walletKindOf(chain).spendsOutputs
      ? 'sign each .psbt offline, finalize it and broadcast it'
      : 'sign the transactions of transactions.json offline, and broadcast them in their order',
    'pay none of these refunds by hand: the shop finds the transactions by itself and verifies each refund',
    `if nothing was broadcast and nothing will be: payout plan ${network} --abandon ${id}`,
  ]
}

function assetAmount({ decimals, asset }: Rail, count: Atoms): string {
  return `${formatAmount(count, decimals)} ${asset}`
}

function coinAmount({ chain }: Rail, count: Atoms): string {
  const { asset, assetDecimals } = CHAIN_TABLE[chain]
  return `${formatAmount(count, assetDecimals)} ${asset}`
}
