import { requireToken, withToken } from '#server/accounts/require-token.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { requireIdempotencyKey } from '#server/http/idempotency-key.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { noteOrder } from '#server/runtime/work-context.ts'
import { orderSecretFor } from '#server/secrets/order-secret.ts'
import { defaultLanguage, type Language } from '#shared/languages.ts'
import { ProgramOrderReply, ProgramOrderRequest } from '#shared/program-orders.ts'
import { railOf } from '#shared/rails.ts'
import type { CreatePaymentDeps } from './insert-order.ts'
import { createProgramOrder } from './create-program-order.ts'
import { toCryptoOrder } from './crypto-order.ts'
import type { OrderRequest } from './price-order.ts'

export interface ProgramOrderDeps extends CreatePaymentDeps {
  readonly limits: Limits
  /** The first one is that of mails where a call names none. */
  readonly languages: readonly Language[]
  readonly publicUrl: string
}

/** The call by which a studio's own front end creates an order. */
export function programOrderRoutes(app: App, deps: ProgramOrderDeps): void {
  const scope = 'orders:create'
  app.post(
    '/api/v1/orders',
    { ...withToken(deps, scope), ...callOf(ProgramOrderReply, { body: ProgramOrderRequest }) },
    async (request) => {
      await requireToken(deps, request, scope)
      const { body, headers } = request
      const creation = await createProgramOrder(deps, toOrderRequest(body), {
        language: body.language ?? defaultLanguage(deps.languages),
        idempotencyKey: requireIdempotencyKey(headers),
      })
      if (creation.kind === 'refused') {
        const { status, code, message, retryAfterS } = creation
        throw new CallError(status, code, message, retryAfterS === undefined ? {} : { retryAfterS })
      }
      const { record } = creation
      noteOrder(record.id)
      // behind #, which browsers send to no server
      const secret = encodeURIComponent(orderSecretFor(deps.secret, record.id))
      return {
        success: true as const,
        order: toCryptoOrder(record, { emails: true }),
        invoiceUrl: `${deps.publicUrl}/order/${record.id}#key=${secret}`,
      }
    },
  )
}

function toOrderRequest({
  email,
  edition,
  quantity,
  network,
  refundAddress,
  price,
  discountCode,
  currency,
}: ProgramOrderRequest): OrderRequest {
  return {
    userEmail: email,
    walletAddress: refundAddress,
    edition,
    cryptoType: railOf(network).coin,
    cryptoNetwork: network,
    quantity,
    ...(discountCode === undefined ? {} : { discountCode }),
    ...(currency === undefined ? {} : { currency }),
    ...(price === undefined ? {} : { totalPrice: Number(price) }),
  }
}
