import type { DbDeps } from '#server/db/db-deps.ts'
import { addressNetworkOf } from '#server/chain/addresses/derive-address.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import {
  mostOf,
  type AccountFunds,
  type FundReader,
  type OutputFunds,
} from '#server/chain/funds/fund-reader.ts'
import { frameVbytes, inputVbytes } from '#server/chain/funds/write-spend-psbt.ts'
import type { Db } from '#server/db/database.ts'
import { dustOf, isNative, quotingOf, SOLD_ASSETS, type Asset } from '#shared/assets.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { atoms, type Atoms, type Rate } from '#shared/money.ts'
import type { Rail } from '#shared/rails.ts'
import { loadAccounts, loadOutputs } from './load-positions.ts'
import { accountFiles, outputFiles, sumOf, type PlanFile } from './sweep-files.ts'
import {
  planAccounts,
  planOutputs,
  type AccountCosts,
  type LeftMoney,
  type SweepRates,
} from './sweep-plan.ts'

/** Dependencies of {@link planSweep}. */
export interface SweepDeps extends DbDeps {
  /** Of the rail's chain. */
  readonly funds: FundReader
}

/** A sweep to be planned. */
export interface SweepRequest {
  readonly rail: Rail
  /** Whose addresses are swept; others are listed as left. */
  readonly xpub: Xpub
  /** Null: only costs are computed. */
  readonly to: string | null
  readonly master: string | null
  /** Satoshis for 1,000 virtual bytes; null: what the node advises. */
  readonly feeRate: bigint | null
  /** Dollars for the chain's coin; null: the shop's newest rate, if it has one. */
  readonly coinRate: Rate | null
}

/** A planned sweep. Amounts of `asset` but for those of the coin that pays fees. */
export interface SweepSummary {
  readonly rail: Rail
  readonly xpub: Xpub
  readonly to: string | null
  /** Transactions to be signed. */
  readonly moves: number
  readonly moved: Atoms
  readonly left: readonly LeftMoney[]
  /** Addresses that need gas before, and how much in all, in the chain's coin. */
  readonly needy: number
  readonly coinMissing: Atoms
  /** All fees at most, in the chain's coin. */
  readonly fees: Atoms
  readonly rates: SweepRates
  readonly files: readonly PlanFile[]
}

/**
 * Plans how to move a rail's money to one address: reads what lies where now, decides what is moved, and writes unsigned
 * transactions if an address is given.
 *
 * @throws {ChainError} if no node answers; then there is no plan.
 */
export function planSweep(deps: SweepDeps, request: SweepRequest): Promise<SweepSummary> {
  const { funds } = deps
  return funds.kind === 'outputs'
    ? planOutputSweep({ ...deps, funds }, request)
    : planAccountSweep({ ...deps, funds }, request)
}

async function planOutputSweep(
  { db, clock, funds }: SweepDeps & { readonly funds: OutputFunds },
  { rail, xpub, to, master, feeRate, coinRate }: SweepRequest,
): Promise<SweepSummary> {
  const network = addressNetworkOf(xpub)
  const positions = await loadOutputs(db, funds, xpub)
  const example = to ?? positions[0]?.address
  const costs = {
    feeRate: feeRate ?? (await funds.feeRate()),
    inputVbytes: inputVbytes(xpub),
    frameVbytes: example === undefined ? 0n : frameVbytes(example, network),
  }
  const plan = planOutputs(positions, costs)
  const rate = coinRate ?? (await newestRate(db, rail.asset))
  return {
    ...{ rail, xpub, to, left: plan.left, needy: 0, coinMissing: atoms(0n) },
    moves: plan.batches.length,
    moved: sumOf(plan.batches.map((batch) => batch.atoms)),
    fees: sumOf(plan.batches.map(({ fee }) => fee)),
    rates: { asset: rate, coin: rate },
    files: to === null ? [] : outputFiles({ rail, xpub, to, master, madeAt: clock() }, plan, costs),
  }
}

async function planAccountSweep(
  { db, clock, funds }: SweepDeps & { readonly funds: AccountFunds },
  { rail, xpub, to, master, coinRate }: SweepRequest,
): Promise<SweepSummary> {
  const { asset, chain } = rail
  const coin = CHAIN_TABLE[chain].asset
  const positions = await loadAccounts(db, funds, xpub, asset)
  const rates = {
    asset: await newestRate(db, asset),
    coin: coinRate ?? (await newestRate(db, coin)),
  }
  const costs = await costsOf(funds, rail, positions, to, rates)
  const plan = planAccounts(positions, costs)
  const needy = plan.moves.filter(({ coinMissing }) => coinMissing > 0n)
  const fees = plan.moves.map(({ coinMissing }) =>
    sumOf([
      mostOf(costs.fee),
      ...(costs.fundingFee !== null && coinMissing > 0n ? [mostOf(costs.fundingFee)] : []),
    ]),
  )
  return {
    ...{ rail, xpub, to, left: plan.left, rates },
    moves: plan.moves.length,
    moved: sumOf(plan.moves.map((move) => move.atoms)),
    needy: needy.length,
    coinMissing: sumOf(needy.map(({ coinMissing }) => coinMissing)),
    fees: sumOf(fees),
    files:
      to === null ? [] : await accountFiles({ rail, xpub, to, master, madeAt: clock() }, plan, costs, funds),
  }
}

/** The fees of one transfer stand for all: the one that moves most. */
async function costsOf(
  funds: AccountFunds,
  { asset, chain, decimals }: Rail,
  positions: readonly { readonly address: string; readonly atoms: Atoms; readonly left: unknown }[],
  to: string | null,
  rates: SweepRates,
): Promise<AccountCosts> {
  const coin = CHAIN_TABLE[chain].asset
  const richest = positions
    .filter(({ left }) => left === null)
    .reduce<{ address: string; atoms: Atoms } | null>(
      (most, one) => (most === null || one.atoms > most.atoms ? one : most),
      null,
    )
  const none = { limit: 0n, perUnit: 0n, priorityPerUnit: 0n, extra: 0n }
  const example = richest && { from: richest.address, to: to ?? richest.address, atoms: richest.atoms }
  const isCoin = isNative(chain, asset)
  return {
    fee: example === null ? none : await funds.feeOf({ ...example, asset }),
    fundingFee: isCoin
      ? null
      : example === null
        ? none
        : await funds.feeOf({ ...example, asset: coin, to: example.from }),
    assetDecimals: decimals,
    coinDecimals: CHAIN_TABLE[chain].assetDecimals,
    dust: dustOf(chain, asset),
    rates,
  }
}

/** The newest rate that the shop stored; null for a coin that no order is paid in. */
async function newestRate(db: Db, asset: Asset): Promise<Rate | null> {
  const sold = SOLD_ASSETS.find((one) => one === asset)
  if (sold === undefined) return null
  const row = await db
    .selectFrom('rates')
    .select('rate_e8')
    .where('coin', '=', quotingOf(sold).coin)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : (row.rate_e8 as Rate)
}
