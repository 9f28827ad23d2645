import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { awaitAddress } from '#server/address-pool/await-address.ts'
import { NoAddressError, takeAddress } from '#server/address-pool/take-address.ts'
import { spendPass } from '#server/captcha/passes.ts'
import { hasValidChecksum } from '#server/chain/addresses/has-valid-checksum.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { codeOf } from '#server/db/error-code.ts'
import { announce } from '#server/live/announce.ts'
import { holdKeys } from '#server/keys/hold-keys.ts'
import { checkOrderLimit } from '#server/rate-limits/check-order-limit.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { RateQuote } from '#server/prices/rates.ts'
import { isAddressForm, type BitcoinNetwork } from '#shared/address-form.ts'
import type { CreatePaymentRequest, ErrorCode, RailReason, RailState } from '#shared/api.ts'
import { findEdition, type Edition } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import { cents, centsFromNumber, formatCents, quote, type Cents } from '#shared/money.ts'
import { railOf, shownDepth, type Rail } from '#shared/rails.ts'
import type { Wallet } from '#shared/chains.ts'
import { mailOrder } from './mail-order.ts'
import { mayMailNewOrder } from './may-mail-new-order.ts'
import { orderFacts } from './order-facts.ts'
import { recordEvent } from './payment-event.ts'
import type { PaymentRecord } from './payment-record.ts'
import { depthOf, type PaymentPolicy } from './policy.ts'
import { paymentInstructions } from './buyer-notice.ts'

export interface CreatePaymentDeps {
  readonly db: Db
  readonly clock: Clock
  readonly limits: Limits
  readonly policy: PaymentPolicy
  /** Those on sale. */
  readonly editions: readonly Edition[]
  readonly wallets: Readonly<Record<Wallet, Xpub | null>>
  readonly bitcoinNetwork: BitcoinNetwork
  readonly windowS: number
  /** HMAC key for `client_hash`, so that no network address is stored. */
  readonly secret: Uint8Array
  readonly railStates: () => Promise<readonly RailState[]>
}

/** What is known about the sender of an order beside the request body. */
export interface BuyerContext {
  readonly client: string
  readonly language: Language
  /** The captcha pass from the browser's cookie. */
  readonly pass: string | null
  readonly idempotencyKey: string | null
}

/** The outcome of {@link createPayment}. `refused`: nothing was written and no captcha pass was spent. */
export type CreatePaymentResult =
  | { readonly kind: 'created' | 'repeated'; readonly record: PaymentRecord }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: ErrorCode
      readonly message: string
      readonly retryAfterS?: number
    }

type Refusal = Extract<CreatePaymentResult, { kind: 'refused' }>

const IDEMPOTENCY_KEPT_MS = 24 * 3600_000
const UNIQUE_VIOLATION = '23505'

/** Thrown inside the transaction to roll the order back. */
class OrderRefusedError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * Creates an order with the server's own price, an address that no other order ever had and that was never used, a quote
 * with its rate, and, in stock mode `reserve`, held keys. The checks run in this order: repeated request, price and rail, rate limits, captcha.
 * The captcha pass is spent in the transaction that inserts the order. Concurrent requests with the same idempotency key
 * wait for the first one.
 */
export async function createPayment(
  deps: CreatePaymentDeps,
  request: CreatePaymentRequest,
  buyer: BuyerContext,
): Promise<CreatePaymentResult> {
  const repeated = await findRepeatedOrder(deps, request, buyer)
  if (repeated !== null) return repeated
  const priced = await priceOrder(deps, request)
  if ('kind' in priced) return priced
  const limited = await requiresFreshCaptcha(deps.limits, buyer)
  if (typeof limited !== 'boolean') return limited
  try {
    const insert = () =>
      deps.db.transaction().execute((tx) => insertOrder(tx, deps, request, buyer, priced, limited))
    return { kind: 'created', record: await awaitAddress(deps.db, insert) }
  } catch (error) {
    if (error instanceof OrderRefusedError) return error.refusal
    if (error instanceof NoAddressError) return railRefusal(priced.rail, 'no_address')
    // a concurrent request with the same idempotency key was inserted first: this one is its repeat
    const other = codeOf(error) === UNIQUE_VIOLATION ? await findRepeatedOrder(deps, request, buyer) : null
    if (other === null) throw error
    return other
  }
}

async function findRepeatedOrder(
  deps: CreatePaymentDeps,
  request: CreatePaymentRequest,
  buyer: BuyerContext,
): Promise<CreatePaymentResult | null> {
  if (buyer.idempotencyKey === null) return null
  const record = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('idempotency_key', '=', buyer.idempotencyKey)
    .executeTakeFirst()
  if (record === undefined) return null
  if (deps.clock().getTime() - record.created_at.getTime() > IDEMPOTENCY_KEPT_MS) {
    await deps.db
      .updateTable('payments')
      .set({ idempotency_key: null, request_hash: null })
      .where('id', '=', record.id)
      .execute()
    return null
  }
  if (record.request_hash === hashRequest(request)) return { kind: 'repeated', record }
  return refusal(
    409,
    'IDEMPOTENCY_CONFLICT',
    'this Idempotency-Key was used for another order; generate a new one',
  )
}

function hashRequest(request: CreatePaymentRequest): string {
  const ordered = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex')
}

interface PricedOrder {
  readonly rail: Rail
  readonly xpub: Xpub
  readonly unitPrice: Cents
  readonly total: Cents
  readonly rate: RateQuote
  readonly isSimulated: boolean
}

async function priceOrder(
  deps: CreatePaymentDeps,
  request: CreatePaymentRequest,
): Promise<PricedOrder | Refusal> {
  const edition = findEdition(deps.editions, request.edition)
  if (edition === undefined) {
    const ids = deps.editions.map(({ id }) => id).join(', ')
    return refusal(400, 'BAD_REQUEST', `expected an edition on sale (${ids}), got ${request.edition}`)
  }
  const rail = railOf(request.cryptoNetwork)
  if (rail.coin !== request.cryptoType) {
    return refusal(
      400,
      'RAIL_MISMATCH',
      `${request.cryptoType} cannot be paid on the network ${rail.network}`,
    )
  }
  const isAddress =
    isAddressForm(rail.network, request.walletAddress, deps.bitcoinNetwork) &&
    hasValidChecksum(rail.network, request.walletAddress, deps.bitcoinNetwork)
  if (!isAddress) {
    return refusal(400, 'ADDRESS_INVALID', `walletAddress is not an address of the network ${rail.network}`)
  }
  const unitPrice = edition.priceCents
  const total = cents(unitPrice * request.quantity)
  if (centsFromNumber(request.totalPrice) !== total) {
    return refusal(
      400,
      'PRICE_MISMATCH',
      `the total of this order is ${formatCents(total)} USD; reload the page`,
    )
  }
  const state = (await deps.railStates()).find((one) => one.network === rail.network)
  const xpub = deps.wallets[rail.wallet]
  // without an address the order waits: the pool is being filled
  const isOpen = state !== undefined && (state.available || state.reason === 'no_address')
  if (!isOpen || xpub === null) {
    const reason = state?.reason ?? 'not_configured'
    return railRefusal(rail, reason)
  }
  const rate = await deps.policy.rates.current(rail.symbol)
  if (rate === null)
    return refusal(409, 'RATE_UNAVAILABLE', `there is no current rate for ${rail.symbol}; try again soon`)
  return { rail, xpub, unitPrice, total, rate, isSimulated: state.simulated }
}

/** @returns whether the captcha pass must be fresh. */
async function requiresFreshCaptcha(limits: Limits, buyer: BuyerContext): Promise<boolean | Refusal> {
  const verdict = await checkOrderLimit(limits, buyer.client)
  if (verdict.kind !== 'refused') return verdict.kind === 'fresh-captcha'
  const { retryAfterS } = verdict
  return {
    ...refusal(429, 'RATE_LIMITED', 'too many orders from your network address; wait a moment'),
    retryAfterS,
  }
}

async function insertOrder(
  tx: Db,
  deps: CreatePaymentDeps,
  request: CreatePaymentRequest,
  buyer: BuyerContext,
  priced: PricedOrder,
  needsFreshPass: boolean,
): Promise<PaymentRecord> {
  const { rail, xpub, rate } = priced
  const id = randomUUID()
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + deps.windowS * 1000)
  const { index, address } = await takeAddress(tx, xpub.fingerprint, rail.chain)
  const record = await tx
    .insertInto('payments')
    .values({
      id,
      created_at: now,
      expires_at: expiresAt,
      language: buyer.language,
      user_email: request.userEmail,
      wallet_address: request.walletAddress,
      order_secret: randomBytes(24).toString('base64url'),
      edition: request.edition,
      quantity: request.quantity,
      unit_price_cents: priced.unitPrice,
      crypto_type: rail.coin,
      crypto_network: rail.network,
      is_simulated: priced.isSimulated,
      due_atoms: quote(priced.total, rate.rate, rail.decimals, rail.shownDecimals),
      rate_e8: rate.rate,
      rate_sources: rate.sources,
      rate_at: rate.at,
      wallet: rail.wallet,
      wallet_fingerprint: xpub.fingerprint,
      derivation_index: index,
      payment_address: address,
      required_confirmations: shownDepth(rail, depthOf(deps.policy, rail, priced.total)),
      idempotency_key: buyer.idempotencyKey,
      request_hash: buyer.idempotencyKey === null ? null : hashRequest(request),
      made_at_heights: sql`(select coalesce(jsonb_object_agg(chain, height), '{}') from cursors)`,
      client_hash: createHmac('sha256', deps.secret).update(buyer.client).digest('hex'),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!(await spendPass(tx, buyer.pass, id, now, { isFresh: needsFreshPass }))) {
    throw new OrderRefusedError(
      refusal(403, 'CAPTCHA_REQUIRED', 'solve the captcha first; each solution is valid for one order'),
    )
  }
  await holdOrderKeys(tx, deps, record, now)
  if (await mayMailNewOrder(tx, record)) {
    const facts = { ...orderFacts(record), ...paymentInstructions(record, record.expires_at) }
    await mailOrder(tx, record, { template: 'received', facts })
  }
  await recordEvent(tx, id, now, 'created', { network: rail.network, quantity: request.quantity })
  // a chain that no order waited for is polled seldom
  await announce(tx, `look:${rail.chain}`)
  return record
}

async function holdOrderKeys(
  tx: Db,
  deps: CreatePaymentDeps,
  record: PaymentRecord,
  now: Date,
): Promise<void> {
  const edition = findEdition(deps.editions, record.edition)
  if (edition?.stock !== 'reserve') return
  const claim = { paymentId: record.id, edition: edition.id, quantity: record.quantity }
  const held = await holdKeys(tx, claim, now, record.expires_at)
  if (held.kind === 'sold-out') {
    throw new OrderRefusedError(
      refusal(409, 'OUT_OF_STOCK', `the edition ${edition.id} is sold out in this quantity`),
    )
  }
}

function railRefusal({ network }: Rail, reason: RailReason): Refusal {
  return refusal(409, 'RAIL_UNAVAILABLE', `the network ${network} accepts no orders now: ${reason}`)
}

function refusal(status: number, code: ErrorCode, message: string): Refusal {
  return { kind: 'refused', status, code, message }
}
