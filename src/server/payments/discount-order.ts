import type { DbDeps } from '#server/db/db-deps.ts'
import { dropPass, lockPass } from '#server/captcha/passes.ts'
import {
  findDiscount,
  type Discount,
  type DiscountFault,
  type DiscountOrder,
} from '#server/discounts/find-discount.ts'
import { hashMailbox } from '#server/mail/hash-mailbox.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { ErrorCode } from '#shared/api.ts'
import { cents } from '#shared/money.ts'
import { creationRefusal, type CreationRefusal } from './creation-refusal.ts'
import { captchaRequired, type QuotaBuyer } from './order-quota.ts'
import type { OrderRequest, PricedOrder } from './price-order.ts'

interface DiscountDeps extends DbDeps {
  readonly limits: Limits
}

/** Lowers the price of an order by the code that came with it. An order without one costs no statement here. */
export async function discountOrder(
  deps: DiscountDeps,
  request: OrderRequest,
  buyer: QuotaBuyer,
  priced: PricedOrder,
): Promise<PricedOrder | CreationRefusal> {
  return lowerPrice(request, priced, (order) => readDiscount(deps, order, buyer))
}

/** Lowers the price of an order by the code that came with it, without a limit of guesses: for programs with a token. */
export async function discountProgramOrder(
  { db, clock }: DbDeps,
  request: OrderRequest,
  priced: PricedOrder,
): Promise<PricedOrder | CreationRefusal> {
  return lowerPrice(request, priced, async (order) => orRefusal(await findDiscount(db, order, clock())))
}

/**
 * Reads what a visitor's code takes off, for an order and for its preview.
 *
 * Codes are not to be guessed: each call with one is counted before it is looked up and given back if it exists, and one
 * that does not exist costs the captcha pass. Calls with one pass follow one another, so that one guess of it is answered.
 */
export async function readDiscount(
  { db, clock, limits }: DiscountDeps,
  order: DiscountOrder,
  { client, pass }: QuotaBuyer,
): Promise<Discount | CreationRefusal> {
  const guess = await limits.take('discount-guesses', client)
  if (!guess.allowed) {
    const message = 'too many codes that do not exist came from your network address; order without a code'
    return { ...creationRefusal(429, 'DISCOUNT_LIMITED', message), retryAfterS: guess.retryAfterS }
  }
  const found = await db.transaction().execute(async (tx) => {
    const now = clock()
    if (pass === null || !(await lockPass(tx, pass, now))) return null
    const looked = await findDiscount(tx, order, now)
    if (looked === 'unknown') await dropPass(tx, pass)
    return looked
  })
  if (found !== 'unknown') await limits.giveBack('discount-guesses', client)
  return found === null ? captchaRequired() : orRefusal(found)
}

async function lowerPrice(
  request: OrderRequest,
  priced: PricedOrder,
  read: (order: DiscountOrder) => Promise<Discount | CreationRefusal>,
): Promise<PricedOrder | CreationRefusal> {
  const { discountCode: code, edition } = request
  if (code === undefined) return priced
  const { total, currency } = priced
  const found = await read({ code, edition, total, currency })
  if (found.kind === 'refused') return found
  const mailbox = found.isPerMailbox ? hashMailbox(request.userEmail) : null
  return {
    ...priced,
    total: cents(total - found.cents),
    discount: { discount_code_id: found.codeId, discount_cents: found.cents, discount_mailbox: mailbox },
  }
}

const REFUSALS: Readonly<Record<DiscountFault, { readonly code: ErrorCode; readonly message: string }>> = {
  unknown: { code: 'DISCOUNT_UNKNOWN', message: 'there is no such discount code; check it, or leave it out' },
  paused: { code: 'DISCOUNT_PAUSED', message: 'this discount code is paused; leave it out, or try later' },
  'not-yet': { code: 'DISCOUNT_NOT_YET', message: 'this discount code is not valid yet; leave it out' },
  expired: { code: 'DISCOUNT_EXPIRED', message: 'this discount code is no longer valid; leave it out' },
  'wrong-edition': {
    code: 'DISCOUNT_OTHER_EDITION',
    message: 'this discount code is for another edition; choose that one, or leave the code out',
  },
  'other-currency': {
    code: 'DISCOUNT_OTHER_CURRENCY',
    message: 'this discount code takes off an amount in another currency; choose that one, or leave it out',
  },
  'too-large': {
    code: 'DISCOUNT_TOO_LARGE',
    message: 'this discount code takes off more than this order costs; order more copies, or leave it out',
  },
  'used-up': {
    code: 'DISCOUNT_USED_UP',
    message: 'all uses of this discount code are taken; leave it out, or try later: unpaid orders end',
  },
  'used-by-mailbox': {
    code: 'DISCOUNT_USED_BY_YOU',
    message:
      'orders with this e-mail address have used this discount code as often as it allows; leave it out',
  },
}

function orRefusal(found: Discount | DiscountFault): Discount | CreationRefusal {
  return typeof found === 'string' ? discountRefusal(found) : found
}

/** The refusal of an order whose code lowers no price. */
export function discountRefusal(fault: DiscountFault): CreationRefusal {
  const { code, message } = REFUSALS[fault]
  return creationRefusal(409, code, message)
}
