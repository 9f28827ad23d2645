import type { Payment, PaymentRow } from '#shared/api.ts'

/**
 * A payment as the pages use it: the camelCase fields, and those that only the stored row has. `isReread` is
 * false for the reply to the creating call, and true once the payment was read back from the server.
 */
export interface PaymentView extends Payment {
  readonly received: string
  readonly remaining: string
  /** 0 until the payment was read back. */
  readonly requiredConfirmations: number
  readonly isSimulated: boolean
  /** The buyer has withdrawn from the contract before it was confirmed. */
  readonly isWithdrawn: boolean
  readonly isReread: boolean
}

/** Converts the reply to the creating call; the list of rails says whether the rail is simulated. */
export function viewCreatedPayment(payment: Payment, isSimulated: boolean): PaymentView {
  return {
    ...payment,
    received: '0',
    remaining: payment.cryptoAmount,
    requiredConfirmations: 0,
    isSimulated,
    isWithdrawn: false,
    isReread: false,
  }
}

/** Converts the stored row. */
export function viewPaymentRow(row: PaymentRow): PaymentView {
  return {
    id: row.id,
    cryptoAmount: row.crypto_amount,
    cryptoType: row.crypto_type,
    cryptoNetwork: row.crypto_network,
    paymentAddress: row.payment_address,
    currency: row.currency,
    price: row.price,
    priceUSD: row.price_usd,
    ...(row.discount === undefined ? {} : { discount: row.discount }),
    quantity: row.quantity,
    edition: row.edition,
    status: row.status,
    flags: row.flags,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    transactionHash: row.transaction_hash,
    blockchainConfirmations: row.blockchain_confirmations,
    received: row.received,
    remaining: row.remaining,
    requiredConfirmations: row.required_confirmations,
    isSimulated: row.simulated,
    isWithdrawn: row.withdrawn,
    isReread: true,
  }
}
