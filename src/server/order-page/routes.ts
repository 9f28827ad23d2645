import type { FastifyRequest } from 'fastify'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import { isAllowedOrigin } from '#server/live/allowed-origin.ts'
import { findPayment, orderSecretOf } from '#server/payments/open-order.ts'
import { isOrderSecret } from '#server/secrets/order-secret.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { Done, PaymentParams } from '#shared/api.ts'
import {
  BuyerOrder,
  CheckInvoiceReply,
  CheckInvoiceRequest,
  DeclareCountryRequest,
  RecoverOrderRequest,
  RequestRefundReply,
  OpenOrderRequest,
  RequestRefundRequest,
  ResendMailReply,
  ResendMailRequest,
} from '#shared/buyer-api.ts'
import type { OrderPageDeps } from './order-page-deps.ts'
import { declareCountry, networkCountryOf } from './declare-country.ts'
import { describeBuyerOrder } from './describe-buyer-order.ts'
import { orderFileRoutes } from './file-routes.ts'
import { isInvoiceDigest } from './build-invoice-file.ts'
import { addPrivacyHeaders, handleMailedLink, openOrder } from './link-routes.ts'
import { recoverOrder } from './recover-order.ts'
import { requestBuyerRefund } from './request-buyer-refund.ts'
import { resendOrderMail } from './resend-order-mail.ts'

/**
 * Registers everything below `/order/` except the page itself, and the calls of that page. Personal data and actions need
 * the order's second secret.
 */
export function buyerRoutes(app: App, deps: OrderPageDeps): void {
  addPrivacyHeaders(app)
  handleMailedLink(app, deps)
  orderFileRoutes(app, deps)
  readRoute(app, deps)
  refundRoute(app, deps)
  openRoute(app, deps)
  resendRoute(app, deps)
  recoverRoute(app, deps)
  checkRoute(app, deps)
  countryRoute(app, deps)
}

function readRoute(app: App, deps: OrderPageDeps): void {
  app.get('/data/orders/:id', callOf(BuyerOrder, { params: PaymentParams }), async (request) => {
    await enforceLimit(deps.limits, 'reads', clientOf(request))
    return describeOwnOrder(deps, await requireOwnOrder(deps, request, request.params.id))
  })
}

function refundRoute(app: App, deps: OrderPageDeps): void {
  app.post(
    '/functions/request-refund',
    callOf(RequestRefundReply, { body: RequestRefundRequest }),
    async (request) => {
      requireOwnOrigin(deps, request)
      const { paymentId, ...input } = request.body
      const order = await requireOwnOrder(deps, request, paymentId)
      await enforceLimit(deps.limits, 'refund', clientOf(request))
      const asked = await requestBuyerRefund(deps, order, input)
      if (asked.kind === 'changed') {
        throw new CallError(409, 'REFUND_TOO_MANY', 'a refund covers some of these copies already')
      }
      if (asked.kind === 'refused') throw new CallError(asked.status, asked.code, asked.message)
      const { kind } = asked
      const current = (await findPayment(deps.db, paymentId)) ?? order
      return { success: true as const, kind, order: await describeOwnOrder(deps, current) }
    },
  )
}

function openRoute(app: App, deps: OrderPageDeps): void {
  app.post('/functions/open-order', callOf(Done, { body: OpenOrderRequest }), async (request, reply) => {
    requireOwnOrigin(deps, request)
    await enforceLimit(deps.limits, 'reads', clientOf(request))
    const { paymentId, key } = request.body
    const order = await findPayment(deps.db, paymentId)
    if (order === null) throw notFound()
    if (!isOrderSecret(deps.secret, order, key))
      throw new CallError(403, 'FORBIDDEN', 'this link does not belong to this order')
    openOrder(deps, request, reply, order, key)
    return { success: true as const }
  })
}

function resendRoute(app: App, deps: OrderPageDeps): void {
  app.post(
    '/functions/resend-order-mail',
    callOf(ResendMailReply, { body: ResendMailRequest }),
    async (request) => {
      requireOwnOrigin(deps, request)
      const order = await requireOwnOrder(deps, request, request.body.paymentId)
      const outcome = await resendOrderMail(deps, order, clientOf(request))
      switch (outcome.kind) {
        case 'repeated':
          return { success: true as const, template: outcome.template }
        case 'not-found':
          throw notFound()
        case 'nothing':
          throw new CallError(409, 'NOTHING_TO_RESEND', 'this order has no mail to send again')
        case 'too-soon':
          throw new CallError(429, 'RATE_LIMITED', 'this mail was sent again a moment ago', outcome)
      }
    },
  )
}

function recoverRoute(app: App, deps: OrderPageDeps): void {
  app.post('/functions/recover-order', callOf(Done, { body: RecoverOrderRequest }), async (request) => {
    requireOwnOrigin(deps, request)
    const outcome = await recoverOrder(deps, request.body, clientOf(request))
    if (outcome.kind === 'too-often') {
      throw new CallError(429, 'RATE_LIMITED', 'too many requests; wait and try again', outcome)
    }
    return { success: true as const }
  })
}

function countryRoute(app: App, deps: OrderPageDeps): void {
  app.post('/functions/declare-country', callOf(Done, { body: DeclareCountryRequest }), async (request) => {
    requireOwnOrigin(deps, request)
    const { paymentId, country } = request.body
    const order = await requireOwnOrder(deps, request, paymentId)
    await enforceLimit(deps.limits, 'reads', clientOf(request))
    const { asksCountry, countryHeader } = deps.vat
    if (!asksCountry)
      throw new CallError(409, 'COUNTRY_NOT_ASKED', 'this shop does not ask where buyers live')
    const networkCountry = networkCountryOf(request.headers, countryHeader)
    const outcome = await declareCountry(deps.db, order.id, { country, networkCountry, at: deps.clock() })
    if (outcome === 'kept')
      throw new CallError(409, 'COUNTRY_KEPT', 'the country cannot change after the keys were delivered')
    return { success: true as const }
  })
}

function checkRoute(app: App, deps: OrderPageDeps): void {
  app.post(
    '/functions/check-invoice',
    callOf(CheckInvoiceReply, { body: CheckInvoiceRequest }),
    async (request) => {
      await enforceLimit(deps.limits, 'invoice-check', clientOf(request))
      const { paymentId, sha256 } = request.body
      const order = await findPayment(deps.db, paymentId)
      if (order === null) throw notFound()
      return {
        success: true as const,
        matches: isInvoiceDigest(deps, order, sha256),
      }
    },
  )
}

/**
 * Rejects calls from pages of other sites, which would carry the buyer's cookie.
 *
 * @throws {CallError} 403
 */
function requireOwnOrigin({ origin }: OrderPageDeps, { headers }: FastifyRequest): void {
  if (isAllowedOrigin(origin, headers.origin, headers.host)) return
  throw new CallError(403, 'FORBIDDEN', 'this call is only allowed from pages of the shop')
}

/** @throws {CallError} 404 if there is no such order, 403 if the request lacks its second secret. */
async function requireOwnOrder(
  { db, secret }: OrderPageDeps,
  request: FastifyRequest,
  id: string,
): Promise<PaymentRecord> {
  const order = await findPayment(db, id)
  if (order === null) throw notFound()
  if (isOrderSecret(secret, order, orderSecretOf(request, order.id))) return order
  throw new CallError(403, 'FORBIDDEN', 'open this order with the link in its mail')
}

function describeOwnOrder(deps: OrderPageDeps, order: PaymentRecord): Promise<BuyerOrder> {
  const { db, clock, terms, vat } = deps
  const { asksCountry } = vat
  const context = { ...deps, releaseAt: terms.releaseAt(), now: clock(), hasSecret: true, asksCountry }
  return describeBuyerOrder(db, order, context)
}

function notFound(): CallError {
  return new CallError(404, 'PAYMENT_NOT_FOUND', 'there is no payment with this id')
}
