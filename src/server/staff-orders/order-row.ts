import { sql } from 'kysely'
import { maskEmail } from '#server/keys/mask-key.ts'
import type { Currency } from '#shared/currency.ts'
import { isLanguage } from '#shared/languages.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import type { ArrivedMoney } from '#shared/arrived-money.ts'
import type { OrderRow } from '#shared/orders-api.ts'
import { PAYMENT_FLAGS, type PaymentStatus } from '#shared/payment-status.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import type { EditionId } from '#shared/editions.ts'

import type { HeldBack } from './read-held-back.ts'

/** What the user may see unmasked. */
export interface OrderVisibility {
  readonly emails: boolean
  readonly keys: boolean
}

/** The columns of {@link ListedOrder}, from `payments p`. */
export const ORDER_COLUMNS = sql`
  p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition, p.quantity,
  p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency, p.language, p.user_email, p.is_simulated,
  p.payment_address, p.transaction_hash`

/** An order as the list reads it. The types are safe: the schema allows only known statuses, editions and networks. */
export interface ListedOrder {
  readonly id: string
  readonly created_at: Date
  readonly expires_at: Date
  readonly confirmed_at: Date | null
  readonly delivered_at: Date | null
  readonly status: PaymentStatus
  readonly flags: readonly string[]
  readonly edition: EditionId
  readonly quantity: number
  readonly crypto_network: NetworkId
  readonly due_atoms: bigint
  readonly received_atoms: bigint
  /** In the smallest unit of the currency. */
  readonly price_cents: number
  readonly currency: Currency
  /** What that was worth in dollars. */
  readonly price_usd_cents: number
  readonly language: string
  readonly user_email: string | null
  readonly is_simulated: boolean
  readonly payment_address: string
  readonly transaction_hash: string | null
}

/** Converts an order to the row the API returns. @param arrived what came in any coin. @param heldBack absent if it is not. */
export function toOrderRow(
  order: ListedOrder,
  arrived: readonly ArrivedMoney[],
  visibility: Pick<OrderVisibility, 'emails'>,
  heldBack?: HeldBack,
): OrderRow {
  const rail = railOf(order.crypto_network)
  const email = order.user_email
  return {
    id: order.id,
    createdAt: order.created_at.toISOString(),
    expiresAt: order.expires_at.toISOString(),
    confirmedAt: order.confirmed_at?.toISOString() ?? null,
    deliveredAt: order.delivered_at?.toISOString() ?? null,
    status: order.status,
    flags: PAYMENT_FLAGS.filter((flag) => order.flags.includes(flag)),
    edition: order.edition,
    quantity: order.quantity,
    coin: rail.coin,
    network: rail.network,
    amount: formatAmount(atoms(order.due_atoms), rail.decimals),
    received: formatAmount(atoms(order.received_atoms), rail.decimals),
    arrived: arrived.map(({ chain, asset, amount }) => ({ chain, asset, amount })),
    unagreedSince: heldBack?.unagreed_since?.toISOString() ?? null,
    limitedSince: heldBack?.limited_since?.toISOString() ?? null,
    priceCents: order.price_cents,
    currency: order.currency,
    language: isLanguage(order.language) ? order.language : 'en',
    email: email === null || visibility.emails ? email : maskEmail(email),
    simulated: order.is_simulated,
  }
}
