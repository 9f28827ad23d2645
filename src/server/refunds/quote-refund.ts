import type { Db } from '#server/db/database.ts'
import type { Rates } from '#server/prices/rates.ts'
import { cents, quote } from '#shared/money.ts'
import { orderRefusal, type OrderRefusal } from '#server/payments/order-refusal.ts'
import { coinOf, lockRefund, railOfCoin, type RefundRecord } from './refund-record.ts'

/**
 * Computes and stores what a refund owes in its coin, at today's rate, in the caller's transaction: the price of its copies,
 * rounded up in the buyer's favour, plus the overpaid amount in the coin itself. There is one quote per UTC day; a second
 * call on the same day returns the stored one.
 */
export async function quoteRefund(
  tx: Db,
  refundId: string,
  rates: Rates,
  now: Date,
): Promise<{ readonly kind: 'quoted'; readonly refund: RefundRecord } | OrderRefusal> {
  const locked = await lockRefund(tx, refundId)
  if (locked === null) return orderRefusal(404, 'REFUND_NOT_FOUND', 'there is no such refund')
  const { refund } = locked
  if (refund.status === 'verified' || refund.status === 'withdrawn') {
    return orderRefusal(409, 'REFUND_CLOSED', `this refund is ${refund.status}`)
  }
  // a payout already recorded is checked against the quote it was made with
  if (refund.status === 'recorded' || !needsNewQuote(refund, now)) return { kind: 'quoted', refund }
  const rail = railOfCoin(coinOf(refund))
  if (rail === null) throw new Error(`refund ${refund.id} owes a price in a coin without a rail`)
  const current = await rates.current(rail.symbol)
  if (current === null) {
    return orderRefusal(503, 'RATE_UNAVAILABLE', 'there is no reliable rate right now; try again later')
  }
  const price = cents(refund.price_cents)
  const owed = quote(price, current.rate, rail.decimals, rail.shownDecimals) + refund.rest_atoms
  const quoted = await tx
    .updateTable('refunds')
    .set({ owed_atoms: owed, rate_e8: current.rate, rate_sources: current.sources, quoted_at: now })
    .where('id', '=', refund.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { kind: 'quoted', refund: quoted }
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
