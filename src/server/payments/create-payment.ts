import type { DbDeps } from '#server/db/db-deps.ts'
import { randomUUID } from 'node:crypto'
import { checkCodeFor, hashOrderSecret, orderSecretFor } from '#server/secrets/order-secret.ts'
import { sql } from 'kysely'
import type { AddressQueue } from '#server/address-pool/address-queue.ts'
import { NoAddressError, takeAddress } from '#server/address-pool/take-address.ts'
import { passReading, passSpending } from '#server/captcha/passes.ts'
import type { Db } from '#server/db/database.ts'
import { codeOf } from '#server/db/error-code.ts'
import { CommitUnknownError } from '#server/db/commit-errors.ts'
import { together } from '#server/db/together.ts'
import { storedPrice } from '#server/game-changes/stored-changes.ts'
import { announce } from '#server/live/announce.ts'
import { holdKeys } from '#server/keys/hold-keys.ts'
import { lostKeysOf } from '#server/keys/lost-secrets.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { RailState } from '#shared/api.ts'
import type { FixedEdition } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import { cents, quote } from '#shared/money.ts'
import { shownDepth } from '#shared/rails.ts'
import { discountFaultOf } from '#server/discounts/find-discount.ts'
import { creationRefusal, OrderRefusedError, type CreationRefusal } from './creation-refusal.ts'
import { discountOrder, discountRefusal } from './discount-order.ts'
import {
  findRepeatedOrder,
  hashRequest,
  judgeRepeatedOrder,
  orderOfKeyReading,
  type RepeatedOrder,
} from './find-repeated-order.ts'
import { hashClient } from './hash-client.ts'
import { mailOrder } from './mail-order.ts'
import { takeMailQuota } from './mail-quota.ts'
import { orderFacts } from './order-facts.ts'
import { captchaRequired, countFailure, takeOrderQuota } from './order-quota.ts'
import { recordEvent } from './payment-event.ts'
import type { PaymentRecord } from './payment-record.ts'
import { depthOf } from './policy.ts'
import { paymentInstructions } from './buyer-notice.ts'
import {
  priceOrder,
  priceRefusal,
  railRefusal,
  type OrderRequest,
  type PricedOrder,
  type PriceOrderDeps,
} from './price-order.ts'
import {
  refuseTooManyUnpaid,
  toUnpaidCounts,
  unpaidCopies,
  unpaidReading,
  type UnpaidCounts,
} from './unpaid-orders.ts'

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

/** What is known about the visitor who orders. */
export interface BuyerContext extends OrderSource {
  readonly client: string
  /** The captcha pass from the browser's cookie. */
  readonly pass: string | null
}

/** The outcome of {@link createPayment}. `refused`: nothing was written and no captcha pass was spent. */
export type CreatePaymentResult =
  { readonly kind: 'created'; readonly record: PaymentRecord } | RepeatedOrder | CreationRefusal

const UNIQUE_VIOLATION = '23505'

/**
 * Creates an order with the server's own price, an address that no other order ever had and that was never used, a quote
 * with its rate, and, in stock mode `reserve`, held keys. The checks run in this order: repeated request, price and rail,
 * captcha, discount code, unpaid orders, rate limits; all of them before a lock or a transaction. Only an order that is created counts against the
 * client's quota. The captcha pass is spent in the transaction that inserts the order. Concurrent requests with the same
 * idempotency key wait for the first one.
 */
export async function createPayment(
  deps: CreatePaymentDeps,
  request: OrderRequest,
  buyer: BuyerContext,
): Promise<CreatePaymentResult> {
  if (buyer.pass === null && buyer.idempotencyKey === null) return refuseWithoutPass(deps, request, buyer)
  const now = deps.clock()
  const clientHashes = hashClient(deps.secret, buyer.client)
  // read at once, judged in the order above
  const [[ofKey, passes, counts], railStates] = await Promise.all([
    together(
      deps.db,
      orderOfKeyReading(deps.db, buyer.idempotencyKey),
      passReading(deps.db, buyer.pass, now),
      unpaidReading(deps.db, clientHashes, now),
    ),
    deps.railStates(),
  ])
  const clientHash = clientHashes.client_hash
  const repeated = await judgeRepeatedOrder(deps, request, { clientHash }, ofKey.rows[0])
  const hasValidPass = passes.rows.length > 0
  const unpaid = toUnpaidCounts(counts.rows)
  if (repeated?.kind === 'repeated') return repeated
  if (repeated !== null) return countFailure(deps.limits, buyer, false, repeated)
  const result = await createOnce(deps, request, buyer, { hasValidPass, railStates, unpaid })
  return result.kind === 'refused' ? countFailure(deps.limits, buyer, hasValidPass, result) : result
}

/** What was read about an order's client and the shop before anything is decided. */
interface Circumstances {
  readonly hasValidPass: boolean
  readonly railStates: readonly RailState[]
  readonly unpaid: UnpaidCounts
}

function repeatOf({ secret }: CreatePaymentDeps, { client, idempotencyKey }: OrderSource) {
  return { idempotencyKey, clientHash: hashesOf(secret, client).client_hash }
}

const hashesOf = (secret: Uint8Array, client: string | null) =>
  client === null ? { client_hash: null, network_hash: null } : hashClient(secret, client)

/** A client over its limit of failures is refused without a query; below it, faults of the order are told first. */
async function refuseWithoutPass(
  deps: CreatePaymentDeps,
  request: OrderRequest,
  buyer: BuyerContext,
): Promise<CreationRefusal> {
  const counted = await countFailure(deps.limits, buyer, false, captchaRequired())
  if (counted.code === 'RATE_LIMITED') return counted
  const priced = await priceOrder(deps, request, await deps.railStates())
  return 'kind' in priced ? priced : counted
}

async function createOnce(
  deps: CreatePaymentDeps,
  request: OrderRequest,
  buyer: BuyerContext,
  { hasValidPass, railStates, unpaid }: Circumstances,
): Promise<CreatePaymentResult> {
  const priced = await priceOrder(deps, request, railStates)
  if ('kind' in priced) return priced
  if (!hasValidPass) return captchaRequired()
  const discounted = await discountOrder(deps, request, buyer, priced)
  if ('kind' in discounted) return discounted
  const tooMany = await refuseTooManyUnpaid(deps, unpaid, deps.clock())
  if (tooMany !== null) return tooMany
  const quota = await takeOrderQuota(deps, buyer, deps.clock())
  if (quota.kind === 'refused') return quota
  const mail = await takeMailQuota(deps.limits, request.userEmail, buyer.client)
  let result: CreatePaymentResult | null = null
  try {
    const allowed = { needsFreshPass: quota.needsFreshPass, mayMail: mail.mayMail }
    result = await insertOrRepeat(deps, request, buyer, discounted, allowed)
    return result
  } finally {
    if (result?.kind !== 'created') await Promise.all([quota.giveBack(), mail.giveBack()])
  }
}

/** What the limits allow an order. */
interface AllowedOrder {
  readonly needsFreshPass: boolean
  readonly mayMail: boolean
}

/** Creates an order whose limits were checked. A concurrent request with the same idempotency key may be first. */
export async function insertOrRepeat(
  deps: CreatePaymentDeps,
  request: OrderRequest,
  buyer: OrderSource,
  priced: PricedOrder,
  allowed: AllowedOrder,
): Promise<CreatePaymentResult> {
  const id = randomUUID()
  try {
    const insert = () =>
      deps.db.transaction().execute((tx) => insertOrder(tx, deps, id, request, buyer, priced, allowed))
    const needed = {
      fingerprint: priced.xpub.fingerprint,
      chain: priced.rail.chain,
      now: deps.clock(),
    }
    return { kind: 'created', record: await deps.addresses.run(needed, insert) }
  } catch (error) {
    if (error instanceof OrderRefusedError) return error.refusal
    const fault = discountFaultOf(error)
    if (fault !== null) return discountRefusal(fault)
    if (error instanceof NoAddressError) return railRefusal(priced.rail, 'no_address')
    // a concurrent request with the same idempotency key was inserted first: this one is its repeat
    const isRepeat = codeOf(error) === UNIQUE_VIOLATION
    if (error instanceof CommitUnknownError) return await lookForOrder(deps, id, error)
    const other = isRepeat ? await findRepeatedOrder(deps, request, repeatOf(deps, buyer)) : null
    if (other === null) throw error
    return other
  }
}

/** An order that is not there yet may still appear: whoever repeats the request with its key then gets it. */
async function lookForOrder(
  { db }: CreatePaymentDeps,
  id: string,
  error: CommitUnknownError,
): Promise<CreatePaymentResult> {
  const record = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  if (record === undefined) throw error
  return { kind: 'created', record }
}

async function insertOrder(
  tx: Db,
  deps: CreatePaymentDeps,
  id: string,
  request: OrderRequest,
  buyer: OrderSource,
  priced: PricedOrder,
  { needsFreshPass, mayMail }: AllowedOrder,
): Promise<PaymentRecord> {
  const { rail, xpub, rate } = priced
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
      order_secret_hash: hashOrderSecret(orderSecretFor(deps.secret, id)),
      check_code: checkCodeFor(deps.secret, id),
      edition: request.edition,
      quantity: request.quantity,
      unit_price_cents: storedPrice(priced.edition),
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
      ...hashesOf(deps.secret, buyer.client),
      ...priced.discount,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  // this process has not heard of the newest price yet
  if (record.unit_price_cents !== priced.unitPrice)
    throw new OrderRefusedError(priceRefusal(cents(record.unit_price_cents * request.quantity)))
  const hasLost = await spendPass(tx, record, buyer, needsFreshPass)
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

/** Spends a visitor's captcha pass. @returns whether keys of the edition cannot be read. */
async function spendPass(
  tx: Db,
  { id, edition, created_at: now }: PaymentRecord,
  { client, pass }: OrderSource,
  isFresh: boolean,
): Promise<boolean> {
  const lostReading = lostKeysOf(tx, edition)
  if (client === null) return (await tx.executeQuery(lostReading)).rows[0]?.has_lost === true
  if (pass === null) throw new OrderRefusedError(captchaRequired())
  const [spent, lost] = await together(tx, passSpending(tx, pass, id, now, { isFresh }), lostReading)
  if (spent.numAffectedRows !== 1n) throw new OrderRefusedError(captchaRequired())
  return lost.rows[0]?.has_lost === true
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
