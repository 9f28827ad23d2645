import { randomUUID } from 'node:crypto'
import { NoAddressError } from '#server/address-pool/take-address.ts'
import { sql } from 'kysely'
import { isPassValid } from '#server/captcha/passes.ts'
import type { Db } from '#server/db/database.ts'
import { codeOf } from '#server/db/error-code.ts'
import { CommitUnknownError } from '#server/db/commit-errors.ts'
import { together } from '#server/db/together.ts'
import { discountFaultOf } from '#server/discounts/find-discount.ts'
import type { RailState } from '#shared/api.ts'
import { OrderRefusedError, type CreationRefusal } from './creation-refusal.ts'
import { discountOrder, discountRefusal } from './discount-order.ts'
import { findRepeatedOrder, type RepeatedOrder } from './find-repeated-order.ts'
import { hashClient } from './hash-client.ts'
import {
  hashesOf,
  insertOrder,
  type AllowedOrder,
  type CreatePaymentDeps,
  type OrderSource,
} from './insert-order.ts'
import { takeMailQuota } from './mail-quota.ts'
import { captchaRequired, countFailure, orBusy, takeOrderQuota } from './order-quota.ts'
import type { PaymentRecord } from './payment-record.ts'
import { priceOrder, railRefusal, type OrderRequest, type PricedOrder } from './price-order.ts'
import { refuseTooManyUnpaid, toUnpaidCounts, unpaidReading, type UnpaidCounts } from './unpaid-orders.ts'

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
 * with its rate, and, in stock mode `reserve`, held keys. The checks run in this order: room, repeated request, price and
 * rail, captcha, discount code, unpaid orders, rate limits; all of them before a lock or a transaction. Only an order that is created counts against the
 * client's quota. The captcha pass is spent in the transaction that inserts the order. Concurrent requests with the same
 * idempotency key wait for the first one.
 */
export function createPayment(
  deps: CreatePaymentDeps,
  request: OrderRequest,
  buyer: BuyerContext,
): Promise<CreatePaymentResult> {
  return orBusy(deps.limits, buyer.client, () => createAdmitted(deps, request, buyer))
}

async function createAdmitted(
  deps: CreatePaymentDeps,
  request: OrderRequest,
  buyer: BuyerContext,
): Promise<CreatePaymentResult> {
  if (buyer.pass === null && buyer.idempotencyKey === null) return refuseWithoutPass(deps, request, buyer)
  const now = deps.clock()
  const clientHashes = hashClient(deps.secret, buyer.client)
  // read at once, judged in the order above
  const [[asked, counts], railStates] = await Promise.all([
    together(
      deps.db,
      requestReading(deps.db, buyer, now).compile(deps.db),
      unpaidReading(deps.db, clientHashes, now),
    ),
    deps.railStates(),
  ])
  const { is_repeated: isRepeated = false, has_valid_pass: hasValidPass = false } = asked.rows[0] ?? {}
  const repeated = isRepeated ? await findRepeatedOrder(deps, request, repeatOf(deps, buyer)) : null
  const unpaid = toUnpaidCounts(counts.rows)
  if (repeated?.kind === 'repeated') return repeated
  if (repeated !== null) return countFailure(deps.limits, buyer, false, repeated)
  const result = await createOnce(deps, request, buyer, { hasValidPass, railStates, unpaid })
  return result.kind === 'refused' ? countFailure(deps.limits, buyer, hasValidPass, result) : result
}

/** Whether there is an order of a request's idempotency key, and whether its captcha pass is valid. */
function requestReading(db: Db, { idempotencyKey, pass }: BuyerContext, now: Date) {
  return sql<{ is_repeated: boolean; has_valid_pass: boolean }>`
    select exists (select from payments where idempotency_key = ${idempotencyKey}) as is_repeated,
      ${isPassValid(db, pass, now)} as has_valid_pass`
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
