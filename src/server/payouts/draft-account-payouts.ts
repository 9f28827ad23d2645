import { ChainError } from '#server/chain/chain-reader.ts'
import {
  mostOf,
  type AccountFunds,
  type AccountTransfer,
  type SentCounts,
  type TransferFee,
  type UnsignedTransaction,
} from '#server/chain/funds/fund-reader.ts'
import { isNative } from '#shared/assets.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { toJson, sumOf } from '#server/sweep/sweep-files.ts'
import { atoms } from '#shared/money.ts'
import { nonceAfter, readAbandoned } from './earlier-plans.ts'
import { payoutFacts, withPayoutPlan } from './payout-files.ts'
import { planAccountPayouts, type LeftRefund, type NumberedRefund, type PayoutRefund } from './payout-plan.ts'
import { openNoncesOf } from './payout-record.ts'
import type { MissingMoney, PayoutDeps, PayoutDraft, PayoutRequest } from './payout-draft.ts'

/** Thrown if a transaction of the account waits to be mined: what its next number is is not settled. */
export class PendingTransactionError extends Error {
  constructor() {
    super('a transaction of this address waits to be mined; run the command again afterwards')
    this.name = 'PendingTransactionError'
  }
}

type AccountDeps = PayoutDeps & { readonly funds: AccountFunds }

/** Tron's transactions are written to expire a little earlier. */
const TRON_EXPIRES_MS = 23 * 3600 * 1000

/** A transaction of a draft, before it is written. */
interface Slot {
  readonly nonce: number | null
  readonly refund: PayoutRefund | null
}

/** Writes the payouts of refunds from one account, a transaction each, with numbers that follow one another. */
export async function draftAccountPayouts(
  deps: AccountDeps,
  { rail, from }: PayoutRequest,
  refunds: readonly PayoutRefund[],
): Promise<PayoutDraft> {
  const { clock, funds } = deps
  if (from === null) throw new RangeError('expected the address that pays')
  const { asset, chain } = rail
  const height = await funds.height()
  const counts = await funds.sentCounts(from)
  if (counts !== null && counts.pending > counts.mined) throw new PendingTransactionError()
  const { payable, left: unpayable, fee, missing } = await costsOf(deps, { rail, from }, refunds)
  const draft = {
    ...{ change: null, from, height },
    expiresAt: counts === null ? new Date(clock().getTime() + TRON_EXPIRES_MS) : null,
  }
  const none = { ...draft, transactions: [], fees: atoms(0n), files: () => [] }
  if (missing !== null || fee === null) return { ...none, left: unpayable, missing }
  const { slots, left } = await slotsOf(deps, { rail, from }, payable, counts)
  const transfers = slots.map(({ nonce, refund }) => ({
    ...transferOf(refund, from, refund === null ? CHAIN_TABLE[chain].asset : asset),
    nonce: nonce ?? 0,
  }))
  const unsigned = await funds.compose(transfers, fee)
  return {
    ...draft,
    transactions: slots.map(({ nonce, refund }, at) => ({
      nonce,
      inputs: [],
      // a Tron transaction's id is the hash that is signed
      txHash: counts === null ? (unsigned[at]?.signingHash ?? null) : null,
      refunds: refund === null ? [] : [refund],
    })),
    left: [...unpayable, ...left],
    missing: null,
    fees: sumOf(slots.map(() => mostOf(fee))),
    files: (planId, head) =>
      withPayoutPlan([{ name: 'transactions.json', content: toJson(unsigned) }], {
        ...payoutFacts(planId, rail, head),
        ...{ from, chainId: funds.chainId, feeOfEachAtMostAtoms: String(mostOf(fee)) },
        transactions: slots.map((slot, at) => factsOf(slot, unsigned[at])),
      }),
  }
}

function factsOf({ nonce, refund }: Slot, unsigned: UnsignedTransaction | undefined) {
  return { nonce, signingHash: unsigned?.signingHash, pays: refund === null ? [] : [refund] }
}

/** Without a refund: nothing to itself, which only takes the number. */
function transferOf(
  refund: PayoutRefund | null,
  from: string,
  asset: AccountTransfer['asset'],
): AccountTransfer {
  return { from, to: refund?.address ?? from, asset, atoms: refund?.atoms ?? atoms(0n) }
}

interface Payer {
  readonly rail: PayoutRequest['rail']
  readonly from: string
}

/** Gives refunds their numbers, after those that another rail's plan has of the same account. */
async function slotsOf(
  { db }: AccountDeps,
  { rail, from }: Payer,
  refunds: readonly PayoutRefund[],
  counts: SentCounts | null,
): Promise<{ readonly slots: readonly Slot[]; readonly left: readonly LeftRefund[] }> {
  if (counts === null) return { slots: refunds.map((refund) => ({ nonce: null, refund })), left: [] }
  const abandoned = await readAbandoned(db, rail)
  const numbered: NumberedRefund[] = []
  const left: LeftRefund[] = []
  for (const refund of refunds) {
    const earlier = abandoned.get(refund.id)
    const place = earlier === undefined ? { kind: 'free' as const } : nonceAfter(earlier, from, counts)
    if (place.kind === 'wait') left.push({ id: refund.id, orderId: refund.orderId, reason: 'earlier-plan' })
    else numbered.push({ ...refund, nonce: place.kind === 'at' ? place.position : null })
  }
  const taken = await openNoncesOf(db, rail.chain, from)
  const planned = planAccountPayouts(numbered, Math.max(counts.mined, ...taken.map((nonce) => nonce + 1)))
  return { slots: planned.payouts, left: [...left, ...planned.left] }
}

interface Costs {
  readonly payable: readonly PayoutRefund[]
  readonly left: readonly LeftRefund[]
  /** Of the dearest transfer, for all; null if nothing can be paid. */
  readonly fee: TransferFee | null
  readonly missing: MissingMoney | null
}

/** What the transfers cost, and whether the account has it. A transfer that its node refuses is left. */
async function costsOf(
  { funds }: AccountDeps,
  { rail, from }: Payer,
  refunds: readonly PayoutRefund[],
): Promise<Costs> {
  const { asset, chain } = rail
  const coin = CHAIN_TABLE[chain].asset
  const [held = 0n] = await funds.balances([from], asset)
  const [coins = 0n] = await funds.balances([from], coin)
  const owed = refunds.reduce((sum, one) => sum + one.atoms, 0n)
  const lacking = (fees: bigint): MissingMoney | null => {
    const isCoin = isNative(chain, asset)
    const needed = isCoin ? owed + fees : owed
    const missing = needed > held ? needed - held : 0n
    const coinMissing = isCoin || coins >= fees ? 0n : fees - coins
    if (missing === 0n && coinMissing === 0n) return null
    return { address: from, atoms: atoms(missing), coin: atoms(coinMissing) }
  }
  // a node cannot say what a transfer costs that the account cannot make
  const missingNow = lacking(0n)
  if (missingNow !== null) return { payable: [], left: [], fee: null, missing: missingNow }
  const payable: PayoutRefund[] = []
  const left: LeftRefund[] = []
  let fee: TransferFee | null = null
  let failure: unknown = null
  for (const refund of refunds) {
    try {
      fee = dearest(fee, await funds.feeOf(transferOf(refund, from, asset)))
      payable.push(refund)
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      failure = error
      left.push({ id: refund.id, orderId: refund.orderId, reason: 'refused' })
    }
  }
  if (fee === null) throw failure
  return { payable, left, fee, missing: lacking(mostOf(fee) * BigInt(payable.length)) }
}

function dearest(one: TransferFee | null, other: TransferFee): TransferFee {
  if (one === null) return other
  const most = (a: bigint, b: bigint) => (a > b ? a : b)
  return {
    limit: most(one.limit, other.limit),
    perUnit: most(one.perUnit, other.perUnit),
    priorityPerUnit: most(one.priorityPerUnit, other.priorityPerUnit),
    extra: most(one.extra, other.extra),
  }
}
