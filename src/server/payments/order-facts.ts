import type { OrderFacts } from '#server/mail/mail-facts.ts'
import { atoms, cents, formatAmount, formatCents } from '#shared/money.ts'
import { hasDiscount, railOfRecord, type PaymentRecord } from './payment-record.ts'

/** The facts that every mail about an order contains. */
export function orderFacts(record: PaymentRecord): OrderFacts {
  const rail = railOfRecord(record)
  return {
    paymentId: record.id,
    edition: record.edition,
    quantity: record.quantity,
    amount: formatAmount(atoms(record.due_atoms), rail.decimals),
    coin: rail.coin,
    network: rail.network,
    priceUsd: formatCents(cents(record.price_usd_cents)),
    ...(hasDiscount(record) ? { discountUsd: formatCents(cents(record.discount_cents)) } : {}),
    transactionHash: record.transaction_hash,
  }
}
