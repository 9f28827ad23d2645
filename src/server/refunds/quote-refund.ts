import type { Db } from '#server/db/database.ts'
import { orderRefusal, type OrderRefusal } from '#server/payments/order-refusal.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import type { SoldAsset } from '#shared/assets.ts'
import type { Currency } from '#shared/currency.ts'
import { cents, quote, type Rate } from '#shared/money.ts'
import { currencyOf, type PaymentRecord } from '#server/payments/payment-record.ts'
import { REFUND_WINDOW_S } from '#shared/constants.ts'
import { openPayoutOf } from './planned-payout.ts'
import { owedMoney, refuseFrozenAddress, refuseUnsettled, type OwedMoney } from './owed-money.ts'
import { coinOf, lockRefund, railOfCoin, readActiveRefunds, type RefundRecord } from './refund-record.ts'
import { readOrderMoney, type OrderMoney } from './settled-money.ts'

/**
 * Computes and stores what a refund owes in its coin, in the caller's transaction: the price of its copies at today's rate,
 * rounded up in the buyer's favour, plus the overpaid amount in the coin itself. If it was requested within the legal
 * withdrawal period, the copies are owed at least what was paid for them in the coin. All of it is computed again from the money that
 * is settled now; while more is under way nothing is quoted. The rate of a UTC day is kept: a second call on the same day
 * changes the quote only if the order's money has changed.
 */
export async function quoteRefund(
  tx: Db,
  refundId: string,
  policy: PaymentPolicy,
  now: Date,
): Promise<{ readonly kind: 'quoted'; readonly refund: RefundRecord } | OrderRefusal> {
  const locked = await lockRefund(tx, refundId)
  if (locked === null) return orderRefusal(404, 'REFUND_NOT_FOUND', 'there is no such refund')
  const { refund } = locked
  if (refund.status === 'verified' || refund.status === 'withdrawn') {
    return orderRefusal(409, 'REFUND_CLOSED', `this refund is ${refund.status}`)
  }
  if (await hasPayout(tx, refund)) return { kind: 'quoted', refund }
  if (refund.freeze_state === 'frozen') return refuseFrozenAddress()
  const current = await currentlyOwed(tx, refund, policy, now)
  if (current === null || current.money.hasUnsettled) return refuseUnsettled()
  const { owed } = current
  if (owed.priceCents === 0 && owed.restAtoms === 0n) return refuseNothingOwed()
  if (!needsNewQuote(refund, now) && isAsQuoted(refund, current)) return { kind: 'quoted', refund }
  return storeQuote(tx, refund, current, policy, now)
}

const DAY_S = 24 * 3600

/**
 * Whether a payout is recorded or verified, or written in a plan that may be signed: it is checked against the quote it was
 * made with, so that quote stands.
 */
async function hasPayout(tx: Db, refund: RefundRecord): Promise<boolean> {
  const payout = await tx
    .selectFrom('refund_transactions')
    .select('tx_hash')
    .where('refund_id', '=', refund.id)
    .where('status', '<>', 'mismatch')
    .executeTakeFirst()
  return payout !== undefined || (await openPayoutOf(tx, refund.id)) !== null
}

type CurrentlyOwed = OrderMoney & { readonly owed: OwedMoney }

/** What a refund owes of the money that is settled now; null if its order is gone. Locks the order. */
async function currentlyOwed(
  tx: Db,
  refund: RefundRecord,
  policy: PaymentPolicy,
  now: Date,
): Promise<CurrentlyOwed | null> {
  const found = await readOrderMoney(tx, { policy, now }, refund.payment_id)
  if (found === null) return null
  return { ...found, owed: owedMoney(refund, await readActiveRefunds(tx, refund.payment_id), found) }
}

/** Whether a quoted refund still owes what it was quoted, of the money that is settled now, or has a payout already. */
export async function isStillOwed(
  tx: Db,
  refund: RefundRecord,
  policy: PaymentPolicy,
  now: Date,
): Promise<boolean> {
  if (await hasPayout(tx, refund)) return true
  const current = await currentlyOwed(tx, refund, policy, now)
  return current !== null && isAsQuoted(refund, current)
}

/** What is owed in the coin at least: {@link OwedMoney.paidAtoms} within the legal period, null after it. */
function leastOwed(refund: RefundRecord, { order, owed }: CurrentlyOwed): bigint | null {
  return owed.priceCents > 0 && isInLegalPeriod(refund, order) ? owed.paidAtoms : null
}

function isAsQuoted(refund: RefundRecord, current: CurrentlyOwed): boolean {
  const { priceCents, restAtoms } = current.owed
  return (
    refund.price_cents === priceCents &&
    refund.rest_atoms === restAtoms &&
    refund.paid_atoms === leastOwed(refund, current)
  )
}

/**
 * Whether a refund was requested within the legal withdrawal period: 14 days after the day of the payment, where that day
 * is not counted and the last one ends at midnight of the buyer's time zone, hence a day more.
 */
function isInLegalPeriod({ asked_at: askedAt }: RefundRecord, order: PaymentRecord): boolean {
  if (order.confirmed_at === null) return false
  const statedAt = Math.min(askedAt.getTime(), order.withdrawn_at?.getTime() ?? Infinity)
  return statedAt <= order.confirmed_at.getTime() + (REFUND_WINDOW_S + DAY_S) * 1000
}

async function storeQuote(
  tx: Db,
  refund: RefundRecord,
  current: CurrentlyOwed,
  policy: PaymentPolicy,
  now: Date,
): Promise<{ readonly kind: 'quoted'; readonly refund: RefundRecord } | OrderRefusal> {
  const { priceCents, restAtoms } = current.owed
  const currency = currencyOf(current.order)
  const rail = railOfCoin(coinOf(refund))
  if (rail === null && priceCents > 0)
    throw new Error(`refund ${refund.id} owes a price in a coin without a rail`)
  const rate =
    rail === null || priceCents === 0
      ? { rate_e8: null, rate_sources: null }
      : await rateOf(refund, rail.symbol, currency, policy, now)
  if (rate === null) {
    return orderRefusal(503, 'RATE_UNAVAILABLE', 'there is no reliable rate right now; try again later')
  }
  const price =
    rail === null || rate.rate_e8 === null ? 0n : quote(cents(priceCents), currency, rate.rate_e8, rail)
  const paid = leastOwed(refund, current)
  const quoted = await tx
    .updateTable('refunds')
    .set({
      price_cents: priceCents,
      rest_atoms: restAtoms,
      paid_atoms: paid,
      owed_atoms: (paid !== null && paid > price ? paid : price) + restAtoms,
      quoted_at: now,
      ...rate,
    })
    .where('id', '=', refund.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { kind: 'quoted', refund: quoted }
}

interface QuotedRate {
  readonly rate_e8: Rate
  readonly rate_sources: string | null
}

/** The rate of the refund's quote if that is of today, else the current one; null if none is reliable. */
async function rateOf(
  refund: RefundRecord,
  asset: SoldAsset,
  currency: Currency,
  policy: PaymentPolicy,
  now: Date,
): Promise<QuotedRate | null> {
  if (refund.rate_e8 !== null && !needsNewQuote(refund, now)) {
    return { rate_e8: refund.rate_e8 as Rate, rate_sources: refund.rate_sources }
  }
  const current = await policy.rates.current(asset, currency)
  return current === null ? null : { rate_e8: current.rate, rate_sources: current.sources }
}

function refuseNothingOwed(): OrderRefusal {
  return orderRefusal(
    409,
    'REFUND_NOT_POSSIBLE',
    'no settled money of this order is owed back by this refund',
  )
}

/**
 * Whether a refund has no quote, or one of another UTC day. A refund without a price needs no rate, so its quote stays
 * valid.
 */
export function needsNewQuote(refund: RefundRecord, now: Date): boolean {
  if (refund.quoted_at === null) return true
  return refund.price_cents > 0 && dayOf(refund.quoted_at) !== dayOf(now)
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
