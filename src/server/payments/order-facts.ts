import type { OrderFacts } from '#server/mail/mail-facts.ts'
import { atoms, cents, formatAmount, formatCents } from '#shared/money.ts'
import { currencyOf, hasDiscount, priceOf, railOfRecord, type PaymentRecord } from './payment-record.ts'

/** The facts that every mail about an order contains. */
export function orderFacts(record: PaymentRecord): OrderFacts {
  const rail = railOfRecord(record)
  const currency = currencyOf(record)
  return {
    paymentId: record.id,
    edition: record.edition,
    quantity: record.quantity,
    amount: formatAmount(atoms(record.due_atoms), rail.decimals),
    coin: rail.coin,
    network: rail.network,
    price: formatCents(priceOf(record), currency),
    currency,
    ...(hasDiscount(record) ? { discount: formatCents(cents(record.discount_cents), currency) } : {}),
    transactionHash: record.transaction_hash,
  }
}
