import { hasValidChecksum } from '#server/chain/addresses/has-valid-checksum.ts'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import { REFUND_WINDOW_S } from '#shared/constants.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import type { FreezeState } from '#shared/orders-api.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { mailOrder } from '#server/payments/mail-order.ts'
import { orderFacts } from '#server/payments/order-facts.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { orderRefusal, type OrderRefusal } from '#server/payments/order-refusal.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { NEW_REFUND, owedMoney, refuseFrozenAddress, refuseUnsettled } from './owed-money.ts'
import { chooseKeys, copiesLeft } from './refund-claim.ts'
import { coinOf, type RefundRecord, readActiveRefunds } from './refund-record.ts'
import { readOrderMoney, type OrderMoney } from './settled-money.ts'

/** A request to refund an order, by its buyer or by staff. */
export interface RefundRequest {
  readonly orderId: string
  readonly askedBy: 'buyer' | 'staff'
  /** The staff member's user id; null for a buyer. */
  readonly actorId: string | null
  /** Copies; by default all that no refund covers yet. 0 (staff only): refund only an overpaid amount. */
  readonly quantity?: number | undefined
  /** Keys that are given back; the last keys of the order by default. */
  readonly keyIds?: readonly string[] | undefined
  /** The order's own refund address by default. */
  readonly address?: string | undefined
  readonly reason: string
  /** What the token's issuer says about the address, asked just before; null if nobody can freeze the coin. */
  readonly freeze?: FreezeState | null
}

/** The settings that a refund request is checked with. */
export interface RefundTerms {
  readonly releaseAt: () => Date
  readonly outputNetworks: OutputNetworks
  readonly policy: PaymentPolicy
}

/** The outcome of {@link requestRefund}. `already`: refunds cover everything; `refunds` are the existing ones. */
export type RequestRefundResult =
  { readonly kind: 'asked' | 'already'; readonly refunds: readonly RefundRecord[] } | OrderRefusal

/** When the buyer's refund window ends: 14 days after payment or the release, whichever is later; null while unpaid. */
export function refundableUntil(order: PaymentRecord, releaseAt: Date): Date | null {
  if (order.confirmed_at === null) return null
  return new Date(Math.max(order.confirmed_at.getTime(), releaseAt.getTime()) + REFUND_WINDOW_S * 1000)
}

/**
 * Stores a refund request, in the caller's transaction; from then on the order gets no keys. For a confirmed order the price
 * of the copies is owed, and any overpaid amount that no refund covers. For any other order everything received is owed, in
 * the coin it came in, one refund for each coin. Only settled money is owed; a request for copies is stored even while more
 * money is under way, and what it owes is computed again when it is quoted.
 */
export async function requestRefund(
  tx: Db,
  request: RefundRequest,
  terms: RefundTerms,
  now: Date,
): Promise<RequestRefundResult> {
  const found = await readOrderMoney(tx, { policy: terms.policy, now }, request.orderId)
  if (found === null) return orderRefusal(404, 'PAYMENT_NOT_FOUND', 'there is no payment with this id')
  const { order } = found
  const refunds = await readActiveRefunds(tx, order.id)
  if (order.status === 'refunded') return { kind: 'already', refunds }
  // after a withdrawal everything that came is owed, whatever the order's status
  if (request.askedBy === 'buyer' && order.withdrawn_at === null) {
    const until = refundableUntil(order, terms.releaseAt())
    if (until === null || order.status !== 'confirmed') return refuseNothingToRefund()
    if (now > until) return orderRefusal(409, 'REFUND_WINDOW_OVER', 'the refund window of this order is over')
  }
  const address = request.address ?? order.wallet_address ?? ''
  const network = railOfRecord(order).network
  if (!hasValidChecksum(network, address, terms.outputNetworks)) {
    return orderRefusal(
      400,
      'ADDRESS_INVALID',
      `the refund address is not a valid address for network ${network}`,
    )
  }
  if (request.freeze === 'frozen') return refuseFrozenAddress()
  return order.status === 'confirmed'
    ? claimCopies(tx, found, refunds, { ...request, address }, now)
    : claimReceivedMoney(tx, found, refunds, { ...request, address }, now)
}

type AddressedRequest = RefundRequest & { readonly address: string }

async function claimCopies(
  tx: Db,
  found: OrderMoney,
  refunds: readonly RefundRecord[],
  request: AddressedRequest,
  now: Date,
): Promise<RequestRefundResult> {
  const { order, money } = found
  const left = copiesLeft(order, refunds)
  const quantity = request.quantity ?? left
  if (left === 0 && request.quantity === undefined) return { kind: 'already', refunds }
  if (quantity > left) {
    return orderRefusal(409, 'REFUND_TOO_MANY', `this order has ${String(left)} copies left to refund`)
  }
  const { chain, asset } = railOfRecord(order)
  const share = { ...NEW_REFUND, quantity, chain, asset }
  const { priceCents, restAtoms } = owedMoney(share, refunds, found)
  if (priceCents === 0 && restAtoms === 0n) return refuseUnsettledOrNothing(money)
  if (quantity === 0 && request.askedBy === 'buyer') return refuseNothingToRefund()
  if (order.delivered_at === null && quantity < order.quantity) {
    return orderRefusal(
      409,
      'REFUND_WHOLE_ONLY',
      'the keys are not delivered yet: only the whole order can be refunded',
    )
  }
  const keys =
    order.delivered_at === null || quantity === 0
      ? []
      : await chooseKeys(tx, order.id, quantity, request.keyIds)
  if (keys === null) {
    return orderRefusal(
      409,
      'REFUND_KEYS_INVALID',
      'keyIds must list as many refundable keys of this order as copies',
    )
  }
  const figures = { quantity, chain, asset, price_cents: priceCents, rest_atoms: restAtoms }
  const refund = await insertRefund(tx, order, request, figures, now)
  if (keys.length > 0) {
    await tx
      .updateTable('game_keys')
      .set({ refund_id: refund.id })
      .where('id', 'in', [...keys])
      .execute()
  }
  return { kind: 'asked', refunds: [refund] }
}

/** For money that bought nothing: too little, too late, or a foreign asset. One refund per coin. */
async function claimReceivedMoney(
  tx: Db,
  found: OrderMoney,
  refunds: readonly RefundRecord[],
  request: AddressedRequest,
  now: Date,
): Promise<RequestRefundResult> {
  const { order, money } = found
  if (order.delivered_at !== null) return refuseNothingToRefund()
  if (money.hasUnsettled || money.coins.length === 0) return refuseUnsettledOrNothing(money)
  const open = money.coins.filter(
    (one) => !refunds.some((r) => r.chain === one.chain && r.asset === one.asset),
  )
  if (open.length === 0) return { kind: 'already', refunds }
  const asked: RefundRecord[] = []
  for (const { chain, asset, atoms: amount } of open) {
    const figures = {
      chain,
      asset,
      quantity: 0,
      price_cents: 0,
      rest_atoms: amount,
      owed_atoms: amount,
      quoted_at: now,
    }
    asked.push(await insertRefund(tx, order, request, figures, now))
  }
  return { kind: 'asked', refunds: asked }
}

interface RefundFigures {
  readonly quantity: number
  readonly chain: ChainId
  readonly asset: Asset
  readonly price_cents: number
  readonly rest_atoms: bigint
  readonly owed_atoms?: bigint
  readonly quoted_at?: Date
}

async function insertRefund(
  tx: Db,
  order: PaymentRecord,
  { askedBy, actorId, reason, address }: AddressedRequest,
  figures: RefundFigures,
  now: Date,
): Promise<RefundRecord> {
  const refund = await tx
    .insertInto('refunds')
    .values({
      payment_id: order.id,
      asked_at: now,
      asked_by: askedBy,
      asked_actor_id: actorId,
      reason,
      address,
      ...figures,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { quantity, price_cents: priceCents } = figures
  await recordEvent(tx, order.id, now, 'refund_asked', { refundId: refund.id, askedBy, quantity, priceCents })
  await announce(tx, `payment:${order.id}`)
  await mailBuyer(tx, order, refund)
  return refund
}

async function mailBuyer(tx: Db, order: PaymentRecord, refund: RefundRecord): Promise<void> {
  const { chain, asset } = coinOf(refund)
  const rest = atoms(refund.rest_atoms)
  const facts = {
    ...orderFacts(order),
    copies: refund.quantity,
    isDelivered: order.delivered_at !== null,
    refundChain: chain,
    refundSymbol: asset,
    refundRest: rest === 0n ? null : formatAmount(rest, decimalsOf(chain, asset)),
    refundAddress: refund.address ?? '',
  }
  await mailOrder(tx, order, { template: 'refund-asked', facts }, `refund-asked:${refund.id}`)
}

function refuseUnsettledOrNothing({ hasUnsettled }: OrderMoney['money']): OrderRefusal {
  return hasUnsettled ? refuseUnsettled() : refuseNothingToRefund()
}

function refuseNothingToRefund(): OrderRefusal {
  return orderRefusal(409, 'REFUND_NOT_POSSIBLE', 'this order has nothing to refund')
}
