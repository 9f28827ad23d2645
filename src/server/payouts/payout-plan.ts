import type { UnspentOutput } from '#server/chain/funds/fund-reader.ts'
import type { SpentOutput } from '#server/chain/funds/write-spend-psbt.ts'
import { DUST_SATS, feeFor } from '#server/sweep/sweep-plan.ts'
import { atoms, type Atoms } from '#shared/money.ts'

/** A refund that a plan pays. */
export interface PayoutRefund {
  readonly id: string
  readonly orderId: string
  /** In the chain's own format. */
  readonly address: string
  readonly atoms: Atoms
}

/** Why a refund is not in a plan. */
export type PayoutLeftReason =
  /** What is owed cannot be stated now: {@link LeftRefund.message} says why. */
  | 'not-quoted'
  /** A transaction was recorded that did not pay it. */
  | 'mismatch'
  /** The issuer of the token has frozen its address. */
  | 'frozen'
  /** Nodes relay no output as small. */
  | 'dust'
  /** The coins do not suffice for it. */
  | 'no-money'
  /** A transaction to its address would fail. */
  | 'refused'
  /** A transaction of an earlier plan, which pays it, may still be mined, and nothing that this plan can write excludes it. */
  | 'earlier-plan'

/** A refund that is not in a plan. */
export interface LeftRefund {
  readonly id: string
  readonly orderId: string
  readonly reason: PayoutLeftReason
  readonly message?: string
}

/** A transaction that pays refunds with outputs. */
export interface OutputPayout {
  readonly refunds: readonly PayoutRefund[]
  readonly coins: readonly SpentOutput[]
  readonly fee: Atoms
  /** Goes back to the wallet; 0: there is none. */
  readonly change: Atoms
}

/** Sizes and fee of transactions that pay refunds with outputs. */
export interface OutputPayoutCosts {
  /** Satoshis for 1,000 virtual bytes. */
  readonly feeRate: bigint
  readonly inputVbytes: bigint
  /** Without inputs and without the outputs of refunds, with an output for change. */
  readonly frameVbytes: bigint
  readonly outputVbytes: (address: string) => bigint
}

/** A refund with the outpoint that its transaction has to spend, since one of an abandoned plan spends it; null: any. */
export type AnchoredRefund = PayoutRefund & { readonly anchor: string | null }

/** Few enough for a person to compare, and far below the size that nodes relay. */
const OUTPUTS_MAX = 500
const INPUTS_MAX = 400

/**
 * Decides which coins pay which refunds, as many as fit into each transaction. A refund with an anchor is paid by a transaction that spends it first: of that one and the abandoned one the chain takes one.
 */
export function planOutputPayouts(
  refunds: readonly AnchoredRefund[],
  coins: readonly SpentOutput[],
  costs: OutputPayoutCosts,
): { readonly payouts: readonly OutputPayout[]; readonly left: readonly LeftRefund[] } {
  const left: LeftRefund[] = []
  const leave = ({ id, orderId }: PayoutRefund, reason: PayoutLeftReason) =>
    left.push({ id, orderId, reason })
  const worth = refunds.filter((one) => one.atoms >= DUST_SATS || !leave(one, 'dust'))
  const anchors = new Set(worth.map(({ anchor }) => anchor))
  const isAnchor = (coin: UnspentOutput) => anchors.has(outpointOf(coin))
  const free = coins.filter((coin) => !isAnchor(coin)).sort((a, b) => (a.atoms < b.atoms ? 1 : -1))
  const payouts: OutputPayout[] = []
  for (const chunk of chunksOf(worth)) {
    const anchor = coins.filter((coin) => outpointOf(coin) === chunk.anchor)
    if (chunk.anchor !== null && anchor.length === 0) {
      for (const one of chunk.refunds) leave(one, 'earlier-plan')
      continue
    }
    const paid = [...chunk.refunds]
    for (;;) {
      const payout = payWith(paid, anchor, free, costs)
      if (payout !== null) {
        payouts.push(payout)
        free.splice(0, payout.coins.length - anchor.length)
        break
      }
      const last = paid.pop()
      if (last === undefined) break
      leave(last, 'no-money')
    }
  }
  return { payouts, left }
}

interface Chunk {
  readonly anchor: string | null
  readonly refunds: PayoutRefund[]
}

/** Those with an anchor first: they are tied to one another. */
function chunksOf(refunds: readonly AnchoredRefund[]): readonly Chunk[] {
  const chunks: Chunk[] = []
  for (const { anchor, ...refund } of [...refunds].sort((a, b) => Number(!a.anchor) - Number(!b.anchor))) {
    const found = chunks.find((chunk) =>
      anchor === null ? chunk.refunds.length < OUTPUTS_MAX : chunk.anchor === anchor,
    )
    if (found === undefined) chunks.push({ anchor, refunds: [refund] })
    else found.refunds.push(refund)
  }
  return chunks
}

/** Takes the largest coins, from the front of `free`, until they suffice; null if they do not. */
function payWith(
  refunds: readonly PayoutRefund[],
  anchor: readonly SpentOutput[],
  free: readonly SpentOutput[],
  costs: OutputPayoutCosts,
): OutputPayout | null {
  if (refunds.length === 0) return null
  const owed = refunds.reduce((sum, one) => sum + one.atoms, 0n)
  const outputs = refunds.reduce((sum, { address }) => sum + costs.outputVbytes(address), 0n)
  for (let count = 0; count <= free.length && anchor.length + count <= INPUTS_MAX; count += 1) {
    const coins = [...anchor, ...free.slice(0, count)]
    const sum = coins.reduce((total, one) => total + one.atoms, 0n)
    const vbytes = costs.frameVbytes + outputs + BigInt(coins.length) * costs.inputVbytes
    const fee = feeFor(vbytes, costs.feeRate)
    if (coins.length === 0 || sum < owed + fee) continue
    const change = sum - owed - fee
    return change < DUST_SATS
      ? { refunds, coins, fee: atoms(sum - owed), change: atoms(0n) }
      : { refunds, coins, fee: atoms(fee), change: atoms(change) }
  }
  return null
}

/** `txid:n`. */
export function outpointOf({ txHash, index }: Pick<UnspentOutput, 'txHash' | 'index'>): string {
  return `${txHash}:${String(index)}`
}

/** A refund with the number that its transaction must have, since one of an abandoned plan has it; null: any. */
export type NumberedRefund = PayoutRefund & { readonly nonce: number | null }

/** The transaction with a number. `refund`: null if it only takes the number, so that those after it can be mined. */
export interface AccountPayout {
  readonly nonce: number
  readonly refund: PayoutRefund | null
}

/**
 * Gives every refund a number, without a gap. One that had a number in an abandoned plan keeps it: of the two transactions the
 * chain takes one.
 *
 * @param next number of the account's next transaction.
 */
export function planAccountPayouts(
  refunds: readonly NumberedRefund[],
  next: number,
): { readonly payouts: readonly AccountPayout[]; readonly left: readonly LeftRefund[] } {
  const left: LeftRefund[] = []
  const byNonce = new Map<number, PayoutRefund>()
  for (const { nonce, ...refund } of refunds) {
    if (nonce === null) continue
    if (nonce >= next && !byNonce.has(nonce)) byNonce.set(nonce, refund)
    else left.push({ id: refund.id, orderId: refund.orderId, reason: 'earlier-plan' })
  }
  const others = refunds.filter(({ nonce }) => nonce === null)
  const payouts: AccountPayout[] = []
  while (byNonce.size > 0 || others.length > 0) {
    const nonce = next + payouts.length
    const kept = byNonce.get(nonce)
    byNonce.delete(nonce)
    const other = kept === undefined ? others.shift() : undefined
    const refund = kept ?? other ?? null
    payouts.push({ nonce, refund: refund === null ? null : toPayoutRefund(refund) })
  }
  return { payouts, left }
}

function toPayoutRefund({ id, orderId, address, atoms: owed }: PayoutRefund): PayoutRefund {
  return { id, orderId, address, atoms: owed }
}
