import { hasPass, passId } from '#server/captcha/passes.ts'
import type { Db } from '#server/db/database.ts'
import { BUSY_MESSAGE } from '#server/rate-limits/admission.ts'
import { checkOrderLimit } from '#server/rate-limits/check-order-limit.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { creationRefusal, type CreationRefusal } from './creation-refusal.ts'

interface QuotaDeps {
  readonly db: Db
  readonly limits: Limits
}

/** The sender of an order as far as limits know them. */
export interface QuotaBuyer {
  readonly client: string
  readonly pass: string | null
}

/** A place in the client's quota of orders, taken before the order is created. */
export interface OrderQuota {
  readonly kind: 'taken'
  readonly needsFreshPass: boolean
  /** For an order that was not created: only created ones count. */
  giveBack(): Promise<void>
}

/**
 * Counts the order against its client's quota. If the quota requires a fresh captcha pass it is checked here; that the pass
 * is valid at all is known to the caller.
 */
export async function takeOrderQuota(
  { db, limits }: QuotaDeps,
  { client, pass }: QuotaBuyer,
  now: Date,
): Promise<OrderQuota | CreationRefusal> {
  const verdict = await checkOrderLimit(limits, client)
  if (verdict.kind === 'refused') {
    const message = 'too many orders from your network address; wait a moment'
    return { ...creationRefusal(429, 'RATE_LIMITED', message), retryAfterS: verdict.retryAfterS }
  }
  const needsFreshPass = verdict.kind === 'fresh-captcha'
  const giveBack = async () => {
    await limits.giveBack('orders', client)
    if (needsFreshPass) await limits.giveBack('orders-with-fresh-captcha', client)
  }
  if (!needsFreshPass || (await hasPass(db, pass, now, { isFresh: true })))
    return { kind: 'taken', needsFreshPass, giveBack }
  await giveBack()
  return captchaRequired()
}

/**
 * Counts a call that creates no order. A client without a valid captcha pass has one bucket, each pass one of its own, so
 * that a stranger behind the same address spends neither the quota of orders nor a buyer's failures.
 *
 * @returns the refusal to answer with.
 */
export async function countFailure(
  limits: Limits,
  { client, pass }: QuotaBuyer,
  hasValidPass: boolean,
  refusal: CreationRefusal,
): Promise<CreationRefusal> {
  const key = hasValidPass && pass !== null ? `pass ${passId(pass)}` : client
  const taken = await limits.take('order-failures', key)
  if (taken.allowed) return refusal
  const message = 'too many failed orders from your network address; wait a moment'
  return { ...creationRefusal(429, 'RATE_LIMITED', message), retryAfterS: taken.retryAfterS }
}

/** The refusal of an order without a valid captcha pass. */
export function captchaRequired(): CreationRefusal {
  const message = 'solve the captcha first; each solution is valid for one order'
  return creationRefusal(403, 'CAPTCHA_REQUIRED', message)
}

/** Does the work that creates an order if the shop has room for it, and refuses it at once if not. */
export function orBusy<Created>(
  limits: Limits,
  client: string | null,
  create: () => Promise<Created>,
): Promise<Created | CreationRefusal> {
  return limits.admit('order', client, create, (retryAfterS) => ({
    ...creationRefusal(503, 'BUSY', BUSY_MESSAGE),
    retryAfterS,
  }))
}
