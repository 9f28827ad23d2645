import type { DbDeps } from '#server/db/db-deps.ts'
import { checkCodeFor, hashOrderSecret, orderSecretFor } from '#server/secrets/order-secret.ts'
import { sql } from 'kysely'
import type { AddressQueue } from '#server/address-pool/address-queue.ts'
import { takeAddress } from '#server/address-pool/take-address.ts'
import { passSpending } from '#server/captcha/passes.ts'
import type { Db } from '#server/db/database.ts'
import { storedPrice } from '#server/game-changes/stored-changes.ts'
import { holdKeys } from '#server/keys/hold-keys.ts'
import { announce } from '#server/live/announce.ts'
import { hasLostKeys } from '#server/keys/lost-secrets.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { RailState } from '#shared/api.ts'
import type { FixedEdition } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import { centRate, cents, quote, worthAt } from '#shared/money.ts'
import { shownDepth } from '#shared/rails.ts'
import { creationRefusal, OrderRefusedError, type CreationRefusal } from './creation-refusal.ts'
import { hashRequest } from './find-repeated-order.ts'
import { hashClient } from './hash-client.ts'
import { mailOrder } from './mail-order.ts'
import { orderFacts } from './order-facts.ts'
import { captchaRequired } from './order-quota.ts'
import { recordEvent } from './payment-event.ts'
import type { PaymentRecord } from './payment-record.ts'
import { depthOf } from './policy.ts'
import { paymentInstructions } from './buyer-notice.ts'
import { priceRefusal, type OrderRequest, type PricedOrder, type PriceOrderDeps } from './price-order.ts'
import { unpaidCopies } from './unpaid-orders.ts'

export interface CreatePaymentDeps extends DbDeps, PriceOrderDeps {
  readonly limits: Limits
  readonly windowS: number
  /** HMAC key for clients' hashes, so that no network address is stored. */
  readonly secret: Uint8Array
  readonly railStates: () => Promise<readonly RailState[]>
  readonly addresses: AddressQueue
}

/** What is known about an order beside what is ordered. */
export interface OrderSource {
  readonly language: Language
  readonly idempotencyKey: string | null
  /** Null for an order of a program with a token, which needs no captcha pass. */
  readonly client: string | null
  readonly pass: string | null
}

/** What the limits allow an order. */
export interface AllowedOrder {
  readonly needsFreshPass: boolean
  readonly mayMail: boolean
}

/** Hashes of the client of an order; a program has none. */
export const hashesOf = (secret: Uint8Array, client: string | null) =>
  client === null ? { client_hash: null, network_hash: null } : hashClient(secret, client)

/**
 * Inserts an order, spends the captcha pass of its visitor, holds its keys and queues its mail.
 *
 * @throws {OrderRefusedError} where that is refused; the caller rolls back.
 */
export async function insertOrder(
  tx: Db,
  deps: CreatePaymentDeps,
  id: string,
  request: OrderRequest,
  buyer: OrderSource,
  priced: PricedOrder,
  { needsFreshPass, mayMail }: AllowedOrder,
): Promise<PaymentRecord> {
  const { rail, xpub, rate, currency } = priced
  const dollars = centRate(priced.dollarsPer, currency)
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + deps.windowS * 1000)
  const { index, address } = await takeAddress(tx, xpub.fingerprint, rail.chain)
  const inserted = await tx
    .with('spent', () => passSpending(tx, buyer.pass, id, now, { isFresh: needsFreshPass }))
    .insertInto('payments')
    .values({
      id,
      created_at: now,
      expires_at: expiresAt,
      language: buyer.language,
      user_email: request.userEmail,
      wallet_address: request.walletAddress,
      order_secret_hash: hashOrderSecret(orderSecretFor(deps.secret, id)),
      check_code: checkCodeFor(deps.secret, id),
      edition: request.edition,
      quantity: request.quantity,
      unit_price_cents: storedPrice(priced.edition, currency === deps.policy.currency ? null : currency),
      crypto_type: rail.coin,
      crypto_network: rail.network,
      is_simulated: priced.isSimulated,
      currency,
      usd_rate_e8: dollars,
      due_atoms: quote(priced.total, currency, rate.rate, rail),
      rate_e8: rate.rate,
      rate_sources: rate.sources,
      rate_at: rate.at,
      wallet: rail.wallet,
      wallet_fingerprint: xpub.fingerprint,
      derivation_index: index,
      payment_address: address,
      required_confirmations: shownDepth(rail, depthOf(deps.policy, rail, worthAt(priced.total, dollars))),
      idempotency_key: buyer.idempotencyKey,
      request_hash: buyer.idempotencyKey === null ? null : hashRequest(request),
      made_at_heights: sql`(select coalesce(jsonb_object_agg(chain, height), '{}') from cursors)`,
      ...hashesOf(deps.secret, buyer.client),
      ...priced.discount,
    })
    .returningAll()
    .returning([
      hasLostKeys(request.edition).as('has_lost'),
      sql<boolean>`exists (table spent)`.as('is_spent'),
    ])
    .executeTakeFirstOrThrow()
  const { has_lost: hasLost, is_spent: isSpent, ...record } = inserted
  if (buyer.client !== null && !isSpent) throw new OrderRefusedError(captchaRequired())
  // this process has not heard of the newest price yet
  if (record.unit_price_cents !== priced.unitPrice)
    throw new OrderRefusedError(priceRefusal(cents(record.unit_price_cents * request.quantity), currency))
  if (hasLost) throw new OrderRefusedError(unreadableKeys(record))
  await holdOrderKeys(tx, priced.edition, record, now)
  if (mayMail) {
    const facts = { ...orderFacts(record), ...paymentInstructions(record, record.expires_at) }
    await mailOrder(tx, record, { template: 'received', facts })
  }
  await recordEvent(tx, id, now, 'created', { network: rail.network, quantity: request.quantity })
  // a chain that no order waited for is polled seldom
  await announce(tx, `look:${rail.chain}`)
  return record
}

async function holdOrderKeys(tx: Db, edition: FixedEdition, record: PaymentRecord, now: Date): Promise<void> {
  if (edition.stock !== 'reserve') return
  const claim = { paymentId: record.id, edition: edition.id, quantity: record.quantity }
  const held = await holdKeys(tx, claim, now, record.expires_at)
  if (held.kind === 'client-over') throw new OrderRefusedError(unpaidCopies(record, now))
  if (held.kind === 'sold-out') {
    const message = `the edition ${edition.id} is sold out in this quantity`
    throw new OrderRefusedError(creationRefusal(409, 'OUT_OF_STOCK', message))
  }
}

/** Staff see why in `check`; a buyer sees that the edition is not sold now. */
function unreadableKeys({ edition }: PaymentRecord): CreationRefusal {
  return creationRefusal(
    409,
    'OUT_OF_STOCK',
    `keys of the edition ${edition} cannot be read now, so it takes no orders`,
  )
}
