import type { DbDeps } from '#server/db/db-deps.ts'
import { hasUseLeft } from '#server/discounts/find-discount.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { DiscountPreview, DiscountPreviewRequest } from '#shared/discount-preview.ts'
import { cents, centsToNumber } from '#shared/money.ts'
import type { CreationRefusal } from './creation-refusal.ts'
import { discountRefusal, readDiscount } from './discount-order.ts'
import { captchaRequired, type QuotaBuyer } from './order-quota.ts'
import { priceCopies, type PriceOrderDeps } from './price-order.ts'

interface DiscountPreviewDeps extends DbDeps, Pick<PriceOrderDeps, 'policy' | 'onSale'> {
  readonly limits: Limits
}

/**
 * Tells a visitor what a code would take off an order, with the refusals of the order itself. Nothing is reserved. Uses by
 * e-mail address are counted at the order alone.
 *
 * A code that exists keeps the captcha pass for the order; one that does not costs it, as with an order.
 */
export async function previewDiscount(
  deps: DiscountPreviewDeps,
  request: DiscountPreviewRequest,
  buyer: QuotaBuyer,
): Promise<DiscountPreview | CreationRefusal> {
  const copies = priceCopies(deps, request)
  if ('kind' in copies) return copies
  if (buyer.pass === null) return captchaRequired()
  const { total, currency } = copies
  const { discountCode: code, edition } = request
  const found = await readDiscount(deps, { code, edition, total, currency }, buyer)
  if (found.kind === 'refused') return found
  if (!(await hasUseLeft(deps.db, found))) return discountRefusal('used-up')
  return {
    currency,
    discount: centsToNumber(found.cents, currency),
    price: centsToNumber(cents(total - found.cents), currency),
  }
}
