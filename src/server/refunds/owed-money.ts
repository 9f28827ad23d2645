import { divideUp } from '#shared/money.ts'
import { orderRefusal, type OrderRefusal } from '#server/payments/order-refusal.ts'
import { priceOf, railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import type { RefundRecord } from './refund-record.ts'
import type { OrderMoney } from './settled-money.ts'

/** What a refund owes, before its price is converted into the coin. */
export interface OwedMoney {
  /** In the order's currency. */
  readonly priceCents: number
  /**
   * What the copies were paid with, in atoms of the refund's coin, as it arrived. Within the legal withdrawal period the
   * refund owes at least this.
   */
  readonly paidAtoms: bigint
  /** In atoms of the refund's coin. */
  readonly restAtoms: bigint
}

/** A refund as far as it decides what is owed: a stored one, or one that is being requested. */
type RefundShare = Pick<
  RefundRecord,
  'id' | 'status' | 'quantity' | 'price_cents' | 'rest_atoms' | 'chain' | 'asset'
>

/** A refund that is not stored yet; it comes after all stored ones. */
export const NEW_REFUND = { id: '', status: 'asked', price_cents: 0, rest_atoms: 0n } as const

/** Refuses to pay to an address that the token's issuer has frozen: another address must be named. */
export function refuseFrozenAddress(): OrderRefusal {
  return orderRefusal(
    409,
    'REFUND_ADDRESS_FROZEN',
    'the issuer of the token has frozen the refund address; request the refund to another address',
  )
}

/** Refuses to state what is owed while more money for the order is under way. */
export function refuseUnsettled(): OrderRefusal {
  return orderRefusal(
    409,
    'REFUND_UNSETTLED',
    'money for this order is still under way: what is owed is known once it is settled',
  )
}

/**
 * Computes what a refund owes of an order's settled money. All refunds of an order together owe no more than that: those
 * that a payout was recorded for keep what they were quoted, the others share what is left, the oldest first.
 *
 * For a confirmed order: the price of the copies, and what was overpaid in the coin itself. For any other order: what came
 * in the refund's coin, unless the refund gives back copies, which only a confirmed order has.
 *
 * @param refunds the active refunds of the order, oldest first, without the new one.
 */
export function owedMoney(
  refund: RefundShare,
  refunds: readonly RefundShare[],
  { order, money }: OrderMoney,
): OwedMoney {
  const others = refunds.filter((one) => one.id !== refund.id)
  const index = refunds.findIndex((one) => one.id === refund.id)
  const older = index === -1 ? refunds : refunds.slice(0, index)
  const isConfirmed = order.status === 'confirmed'
  if (!isConfirmed && (refund.quantity > 0 || order.delivered_at !== null)) {
    return { priceCents: 0, paidAtoms: 0n, restAtoms: 0n }
  }
  const sameCoin = (one: Pick<RefundShare, 'chain' | 'asset'>) =>
    one.chain === refund.chain && one.asset === refund.asset
  const isOrdersCoin = isRailCoin(order, refund)
  const arrived = money.coins.find(sameCoin)?.atoms ?? 0n
  const total = isConfirmed && isOrdersCoin ? money.counted : arrived
  // a confirmed order keeps the price of its copies; coins of another kind bought nothing, unless they were accepted
  const kept =
    isConfirmed && isOrdersCoin ? order.due_atoms : isConfirmed && money.isForeignAccepted ? total : 0n
  let left = total
  for (const one of others.filter(sameCoin)) if (isPaidOut(one)) left -= one.rest_atoms
  for (const one of older.filter(sameCoin)) if (!isPaidOut(one)) left -= atLeast0(left - kept)
  const covered = paidShare(order, money, left)
  const coveredCents = coveredShare(order, priceOf(order), covered)
  const priceCents = priceOfCopies(order, refund, others, covered)
  // late money counts for less than what arrived: the buyer paid all of it
  const paidForCopies = atLeast0(arrived - atLeast0(total - kept))
  return {
    priceCents,
    paidAtoms: priceCents === 0 ? 0n : divideUp(paidForCopies * BigInt(priceCents), BigInt(coveredCents)),
    restAtoms: atLeast0(left - kept),
  }
}

/** Of the amount due, what the settled money covers. */
function paidShare(order: PaymentRecord, money: OrderMoney['money'], left: bigint): bigint {
  if (money.isForeignAccepted || left >= order.due_atoms) return order.due_atoms
  return atLeast0(left)
}

/**
 * The price of a refund's copies, in the smallest unit of the order's currency. It is less than what they cost if less than the amount due is settled, because
 * an exchange kept a fee, staff accepted less, or a part was lost. Rounded up, in the buyer's favour.
 */
function priceOfCopies(
  order: PaymentRecord,
  { quantity }: RefundShare,
  others: readonly RefundShare[],
  covered: bigint,
): number {
  const taken = others.reduce((sum, one) => sum + one.price_cents, 0)
  const left = Math.max(0, coveredShare(order, priceOf(order), covered) - taken)
  // of a discounted order, a share of what it cost
  const shareCents = Number(divideUp(BigInt(priceOf(order)) * BigInt(quantity), BigInt(order.quantity)))
  return Math.min(coveredShare(order, shareCents, covered), left)
}

/** Of cents of an order's price, those that `covered` of its amount due pays for; rounded up. */
function coveredShare(order: PaymentRecord, cents: number, covered: bigint): number {
  return Number(divideUp(BigInt(cents) * covered, order.due_atoms))
}

/** Whether a payout was recorded, so that the refund's figures stand. */
function isPaidOut({ status }: RefundShare): boolean {
  return status === 'recorded' || status === 'mismatch' || status === 'verified'
}

function isRailCoin(order: PaymentRecord, refund: RefundShare): boolean {
  const rail = railOfRecord(order)
  return rail.chain === refund.chain && rail.asset === refund.asset
}

function atLeast0(amount: bigint): bigint {
  return amount > 0n ? amount : 0n
}
