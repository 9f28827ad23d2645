import type { Selectable } from 'kysely'
import type { Payments } from '#server/db/schema.ts'
import type { Payment, PaymentRow, VerifyPaymentResult } from '#shared/api.ts'
import { USD, type Currency } from '#shared/currency.ts'
import {
  atoms,
  cents,
  centsToNumber,
  formatAmount,
  usdCents,
  type Atoms,
  type Cents,
  type UsdCents,
} from '#shared/money.ts'
import {
  PAYMENT_FLAGS,
  PAYMENT_STATUSES,
  type PaymentFlag,
  type PaymentStatus,
} from '#shared/payment-status.ts'
import { isNetwork, railOf, type Rail } from '#shared/rails.ts'

/** A row of the table `payments`. */
export type PaymentRecord = Selectable<Payments>

/** The rail of a payment. */
export function railOfRecord(record: Pick<PaymentRecord, 'id' | 'crypto_network'>): Rail {
  if (!isNetwork(record.crypto_network)) throw new Error(`payment ${record.id} has an unknown network`)
  return railOf(record.crypto_network)
}

/** What an order costs, in the smallest unit of its currency. */
export function priceOf(
  record: Pick<PaymentRecord, 'unit_price_cents' | 'quantity' | 'discount_cents'>,
): Cents {
  return cents(record.unit_price_cents * record.quantity - record.discount_cents)
}

/** The currency of an order's prices, discount, rate and refunds. */
export function currencyOf(record: Pick<PaymentRecord, 'currency'>): Currency {
  return record.currency
}

/** What an order was worth to the limits when it was made. */
export function worthOf(record: Pick<PaymentRecord, 'price_usd_cents'>): UsdCents {
  return usdCents(record.price_usd_cents)
}

/** The price of an order as calls show it. */
function priceFields(record: PaymentRecord) {
  const currency = currencyOf(record)
  return { currency, price: centsToNumber(priceOf(record), currency) }
}

/** A payment in the form `create-crypto-payment` returns. */
export function toPayment(record: PaymentRecord): Payment {
  const rail = railOfRecord(record)
  return {
    id: record.id,
    cryptoAmount: formatAmount(atoms(record.due_atoms), rail.decimals),
    cryptoType: rail.coin,
    cryptoNetwork: rail.network,
    paymentAddress: record.payment_address,
    ...priceFields(record),
    priceUSD: centsToNumber(worthOf(record), USD),
    ...discountField(record),
    quantity: record.quantity,
    edition: record.edition,
    status: statusOf(record),
    flags: flagsOf(record),
    expiresAt: record.expires_at.toISOString(),
    createdAt: record.created_at.toISOString(),
    confirmedAt: record.confirmed_at?.toISOString() ?? null,
    transactionHash: record.transaction_hash,
    blockchainConfirmations: record.blockchain_confirmations,
  }
}

/** A payment as the public row: status and invoice figures only, nothing personal. */
export function toPaymentRow(record: PaymentRecord): PaymentRow {
  const rail = railOfRecord(record)
  return {
    id: record.id,
    crypto_amount: formatAmount(atoms(record.due_atoms), rail.decimals),
    crypto_type: rail.coin,
    crypto_network: rail.network,
    payment_address: record.payment_address,
    ...priceFields(record),
    price_usd: centsToNumber(worthOf(record), USD),
    ...discountField(record),
    quantity: record.quantity,
    edition: record.edition,
    status: statusOf(record),
    flags: flagsOf(record),
    received: formatAmount(atoms(record.received_atoms), rail.decimals),
    remaining: formatAmount(remainingOf(record), rail.decimals),
    required_confirmations: record.required_confirmations,
    expires_at: record.expires_at.toISOString(),
    created_at: record.created_at.toISOString(),
    confirmed_at: record.confirmed_at?.toISOString() ?? null,
    transaction_hash: record.transaction_hash,
    blockchain_confirmations: record.blockchain_confirmations,
    simulated: record.is_simulated,
    withdrawn: record.withdrawn_at !== null,
  }
}

/** What a code took off; only where one did. */
function discountField(record: PaymentRecord): { readonly discount?: number } {
  if (!hasDiscount(record)) return {}
  return { discount: centsToNumber(cents(record.discount_cents), currencyOf(record)) }
}

/** Whether a code has lowered the price of an order. */
export function hasDiscount(record: Pick<PaymentRecord, 'discount_cents'>): boolean {
  return record.discount_cents > 0
}

const IS_FOUND: Readonly<Record<PaymentStatus, boolean>> = {
  pending: false,
  partial: true,
  detected: true,
  confirmed: true,
  expired: false,
  review: true,
  invalid: false,
  refunded: true,
}

/** A payment in the form `verify-crypto-payment` returns: the stored state only, no claim of the browser. */
export function toVerifyResult(record: PaymentRecord): VerifyPaymentResult {
  const status = statusOf(record)
  return {
    confirmed: status === 'confirmed',
    found: IS_FOUND[status],
    status,
    flags: flagsOf(record),
    received: formatAmount(atoms(record.received_atoms), railOfRecord(record).decimals),
    confirmations: record.blockchain_confirmations,
    required: record.required_confirmations,
  }
}

/** The amount still missing, in atoms of the rail; 0 once covered. */
export function remainingOf(record: PaymentRecord): Atoms {
  const missing = record.due_atoms - record.received_atoms
  return atoms(missing > 0n ? missing : 0n)
}

/** The status, checked; throws if the stored text is not a status. */
export function statusOf(record: PaymentRecord): PaymentStatus {
  const status = PAYMENT_STATUSES.find((one) => one === record.status)
  if (status === undefined) throw new Error(`payment ${record.id} has an unknown status`)
  return status
}

/** The known flags, in their fixed order. */
function flagsOf(record: PaymentRecord): PaymentFlag[] {
  return PAYMENT_FLAGS.filter((flag) => record.flags.includes(flag))
}
