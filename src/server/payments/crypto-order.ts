import { maskEmail } from '#server/keys/mask-key.ts'
import { cents, formatCents } from '#shared/money.ts'
import type { CryptoOrder } from '#shared/program-orders.ts'
import { currencyOf, priceOf, railOfRecord, toPaymentRow, type PaymentRecord } from './payment-record.ts'

/** An order as programs read it. */
export function toCryptoOrder(record: PaymentRecord, { emails }: { readonly emails: boolean }): CryptoOrder {
  const row = toPaymentRow(record)
  const { user_email: email } = record
  const currency = currencyOf(record)
  return {
    kind: 'crypto',
    id: record.id,
    email: email === null || emails ? email : maskEmail(email),
    edition: record.edition,
    quantity: record.quantity,
    price: formatCents(priceOf(record), currency),
    discount: formatCents(cents(record.discount_cents), currency),
    currency,
    network: row.crypto_network,
    symbol: railOfRecord(record).symbol,
    amount: row.crypto_amount,
    received: row.received,
    remaining: row.remaining,
    address: row.payment_address,
    isSimulated: row.simulated,
    status: row.status,
    flags: row.flags,
    confirmations: row.blockchain_confirmations,
    requiredConfirmations: row.required_confirmations,
    transactionHash: row.transaction_hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    confirmedAt: row.confirmed_at,
    deliveredAt: record.delivered_at?.toISOString() ?? null,
  }
}
