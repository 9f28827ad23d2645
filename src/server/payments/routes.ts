import type { FastifyRequest } from 'fastify'
import { clientOf, CallError, type App } from '#server/http/app.ts'
import { readPassCookie } from '#server/captcha/pass-cookie.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import {
  CreatePaymentReply,
  CreatePaymentRequest,
  Failure,
  IdempotencyKey,
  PaymentParams,
  PaymentRow,
  RailsReply,
  VerifyPaymentReply,
  VerifyPaymentRequest,
} from '#shared/api.ts'
import type { Language } from '#shared/languages.ts'
import type { ChainId } from '#shared/chains.ts'
import { createPayment, type CreatePaymentDeps } from './create-payment.ts'
import { mayCheckChain } from './may-check-chain.ts'
import { findPayment, orderCookies } from './open-order.ts'
import {
  railOfRecord,
  toPayment,
  toPaymentRow,
  toVerifyResult,
  type PaymentRecord,
} from './payment-record.ts'

type Headers = FastifyRequest['headers']

export interface PaymentDeps extends CreatePaymentDeps {
  readonly limits: Limits
  readonly isSecure: boolean
  readonly languageOf: (headers: Headers) => Language
  /** Has a chain looked at now; ends when that is done or takes too long. */
  readonly lookNow: (chain: ChainId) => Promise<void>
}

/** Ordering, checking and reading payments. */
export function paymentRoutes(app: App, shop: PaymentDeps): void {
  createRoute(app, shop)
  verifyRoute(app, shop)
  readRoutes(app, shop)
}

function createRoute(app: App, shop: PaymentDeps): void {
  app.post(
    '/functions/create-crypto-payment',
    { schema: { body: CreatePaymentRequest, response: { 200: CreatePaymentReply, '4xx': Failure } } },
    async (request, reply) => {
      const creation = await createPayment(shop, request.body, {
        client: clientOf(request),
        language: shop.languageOf(request.headers),
        pass: readPassCookie(request),
        idempotencyKey: idempotencyKeyOf(request.headers),
      })
      if (creation.kind === 'refused') {
        const { status, code, message, retryAfterS } = creation
        throw new CallError(status, code, message, retryAfterS === undefined ? {} : { retryAfterS })
      }
      // a repeat comes with the key only its first sender knows, so it may open the order again
      void reply.header('set-cookie', orderCookies(request, creation.record, shop.isSecure))
      return { success: true, payment: toPayment(creation.record) } as const
    },
  )
}

function idempotencyKeyOf(headers: Headers): string | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const parsed = IdempotencyKey.safeParse(header)
  if (parsed.success) return parsed.data
  throw new CallError(400, 'IDEMPOTENCY_KEY_INVALID', 'Idempotency-Key must be 8 to 200 printable characters')
}

function verifyRoute(app: App, shop: PaymentDeps): void {
  app.post(
    '/functions/verify-crypto-payment',
    { schema: { body: VerifyPaymentRequest, response: { 200: VerifyPaymentReply, '4xx': Failure } } },
    async (request) => {
      const { paymentId } = request.body
      const record = await requirePayment(shop, paymentId)
      if (await mayCheckChain(shop.limits, record, clientOf(request)))
        await shop.lookNow(railOfRecord(record).chain)
      const current = (await findPayment(shop.db, paymentId)) ?? record
      return { success: true, result: toVerifyResult(current) } as const
    },
  )
}

function readRoutes(app: App, shop: PaymentDeps): void {
  app.get('/data/rails', { schema: { response: { 200: RailsReply, '4xx': Failure } } }, async (request) => {
    await enforceLimit(shop.limits, 'reads', clientOf(request))
    return [...(await shop.railStates())]
  })

  app.get(
    '/data/payments/:id',
    { schema: { params: PaymentParams, response: { 200: PaymentRow, '4xx': Failure } } },
    async (request) => {
      await enforceLimit(shop.limits, 'reads', clientOf(request))
      return toPaymentRow(await requirePayment(shop, request.params.id))
    },
  )
}

async function requirePayment(shop: PaymentDeps, id: string): Promise<PaymentRecord> {
  const record = await findPayment(shop.db, id)
  if (record === null) throw new CallError(404, 'PAYMENT_NOT_FOUND', 'there is no payment with this id')
  return record
}
