import type { Db } from '#server/db/database.ts'
import type { Rates } from '#server/prices/rates.ts'
import { cents, quote } from '#shared/money.ts'
import { orderRefusal, type OrderRefusal } from '#server/payments/order-refusal.ts'
import { coinOf, lockRefund, railOfCoin, type RefundRecord } from './refund-record.ts'

/**
 * What a refund owes in its coin, by today's rate, kept with it: the price of its copies, rounded up in the buyer's favour,
 * and the rest that goes back as it came. One quote a day (UTC): asked again, the day's stands. In the caller's transaction.
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
  // what was paid by a quote is judged by it
  if (refund.status === 'recorded' || !needsNewQuote(refund, now)) return { kind: 'quoted', refund }
  const rail = railOfCoin(coinOf(refund))
  if (rail === null) throw new Error(`refund ${refund.id} owes a price in a coin no rail has`)
  const current = await rates.current(rail.symbol)
  if (current === null) {
    return orderRefusal(503, 'RATE_UNAVAILABLE', 'no rate can be relied on right now; try again')
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

/** Whether a refund's amount is not yet known, or by another day's rate; what goes back as it came has no rate. */
export function needsNewQuote(refund: RefundRecord, now: Date): boolean {
  if (refund.quoted_at === null) return true
  return refund.price_cents > 0 && dayOf(refund.quoted_at) !== dayOf(now)
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
