import type { LeftMoney, LeftReason } from '#server/sweep/sweep-plan.ts'
import { sumOf } from '#server/sweep/sweep-files.ts'
import type { SweepSummary } from '#server/sweep/plan-sweep.ts'
import { CHAIN_TABLE, walletKindOf } from '#shared/chains.ts'
import { USD } from '#shared/currency.ts'
import { formatAmount, formatCents, valueInCents, type Atoms, type Rate } from '#shared/money.ts'

const REASONS: Readonly<Record<LeftReason, string>> = {
  'order-open': 'the order waits for money or a decision',
  'not-final': 'a transfer is not final yet',
  dust: 'moving it costs more than it is worth',
  frozen: 'frozen by the issuer of the token',
  'pending-transaction': 'a transaction of the address is not mined yet',
  'holds-token': 'the address also holds a token, which needs the coin as gas: sweep the token first',
  'other-xpub': 'from another extended public key: plan it with --xpub',
}

/** Prints a planned sweep and the steps that follow. @param folder where files were written; null: none were. */
export function printSweep(out: (line: string) => void, summary: SweepSummary, folder: string | null): void {
  const { rail, moves, moved, left, needy, coinMissing, fees, rates, xpub } = summary
  const coin = CHAIN_TABLE[rail.chain]
  const asset = (count: Atoms) =>
    `${formatAmount(count, rail.decimals)} ${rail.asset}${inDollars(count, rates.asset, rail.decimals)}`
  const gas = (count: Atoms) =>
    `${formatAmount(count, coin.assetDecimals)} ${coin.asset}${inDollars(count, rates.coin, coin.assetDecimals)}`
  out(
    `wallet: account ${xpub.path ?? 'without a standard path'}, fingerprint of its xpub ${xpub.fingerprint}`,
  )
  out(`moves: ${asset(moved)} in ${String(moves)} transactions`)
  out(`fees: at most ${gas(fees)} at present`)
  if (needy > 0)
    out(`gas first: ${gas(coinMissing)} to ${String(needy)} addresses, which hold none or too little`)
  for (const line of leftLines(left, asset)) out(line)
  if (moves > 0 && isExpensive(summary))
    out('the fees are more than a tenth of what is moved: wait for lower ones')
  if (folder === null) {
    if (moves > 0) out('nothing was written: add --to ADDRESS --out FOLDER for unsigned transactions')
    return
  }
  out(`written to ${folder}: ${summary.files.map(({ name }) => name).join(', ')}`)
  for (const [at, step] of stepsOf(summary).entries()) out(`${String(at + 1)}. ${step}`)
}

function inDollars(count: Atoms, rate: Rate | null, decimals: number): string {
  return rate === null ? '' : ` (${formatCents(valueInCents(count, USD, rate, decimals), USD)} USD)`
}

function leftLines(left: readonly LeftMoney[], asset: (count: Atoms) => string): readonly string[] {
  return [...Map.groupBy(left, ({ reason }) => reason)].map(
    ([reason, some]) =>
      `left: ${asset(sumOf(some.map(({ atoms }) => atoms)))} on ${String(some.length)} addresses, ${REASONS[reason]}`,
  )
}

function isExpensive({ rail, moved, fees, rates }: SweepSummary): boolean {
  if (rates.asset === null || rates.coin === null) return false
  const worth = valueInCents(moved, USD, rates.asset, rail.decimals)
  return valueInCents(fees, USD, rates.coin, CHAIN_TABLE[rail.chain].assetDecimals) * 10 > worth
}

function stepsOf({ rail, needy, xpub }: SweepSummary): readonly string[] {
  const { asset } = CHAIN_TABLE[rail.chain]
  const isOutputs = walletKindOf(rail.chain).spendsOutputs
  return [
    `compare the fingerprint ${xpub.fingerprint} with the wallet that will sign, and the SHA-256 of each file with plan.json`,
    ...(needy > 0
      ? [`send the ${asset} of 1-gas.csv, each amount to its address, and wait until all have arrived`]
      : []),
    isOutputs
      ? 'sign each .psbt offline, finalize it and broadcast it'
      : 'sign the transactions of 2-transactions.json offline, each with the key of its address, and broadcast them',
    'run this command again: what arrived is no longer listed',
  ]
}
