import type { Language } from '#shared/languages.ts'
import { insertOrRepeat, type CreatePaymentResult } from './create-payment.ts'
import type { CreatePaymentDeps, OrderSource } from './insert-order.ts'
import { discountProgramOrder } from './discount-order.ts'
import { findRepeatedOrder } from './find-repeated-order.ts'
import { takeMailQuota } from './mail-quota.ts'
import { orBusy } from './order-quota.ts'
import { priceOrder, type OrderRequest } from './price-order.ts'
import { refuseShopFull } from './unpaid-orders.ts'

/** What a program says of an order beside what is ordered. */
interface ProgramContext {
  readonly language: Language
  readonly idempotencyKey: string
}

/**
 * Creates an order for a program with a token, as `createPayment` does for a visitor: the same price, stock, address and
 * quote. Its token stands for the captcha and for the limits of a client. The limits of the shop and of each mailbox hold.
 */
export function createProgramOrder(
  deps: CreatePaymentDeps,
  request: OrderRequest,
  context: ProgramContext,
): Promise<CreatePaymentResult> {
  return orBusy(deps.limits, null, () => createAdmitted(deps, request, context))
}

async function createAdmitted(
  deps: CreatePaymentDeps,
  request: OrderRequest,
  { language, idempotencyKey }: ProgramContext,
): Promise<CreatePaymentResult> {
  const repeated = await findRepeatedOrder(deps, request, { idempotencyKey, clientHash: null })
  if (repeated !== null) return repeated
  const priced = await priceOrder(deps, request, await deps.railStates())
  if ('kind' in priced) return priced
  const lowered = await discountProgramOrder(deps, request, priced)
  if ('kind' in lowered) return lowered
  const full = await refuseShopFull(deps, deps.clock())
  if (full !== null) return full
  const mail = await takeMailQuota(deps.limits, request.userEmail, null)
  const context: OrderSource = { language, idempotencyKey, client: null, pass: null }
  let result: CreatePaymentResult | null = null
  try {
    const allowed = { needsFreshPass: false, mayMail: mail.mayMail }
    result = await insertOrRepeat(deps, request, context, lowered, allowed)
    return result
  } finally {
    if (result?.kind !== 'created') await mail.giveBack()
  }
}
