import type { FastifyRequest } from 'fastify'
import { clientOf, CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { idempotencyKeyOf } from '#server/http/idempotency-key.ts'
import { readPassCookie } from '#server/captcha/pass-cookie.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import { noteOrder } from '#server/runtime/work-context.ts'
import {
  CreatePaymentReply,
  CreatePaymentRequest,
  PaymentParams,
  PaymentRow,
  RailsQuery,
  RailsReply,
  VerifyPaymentReply,
  VerifyPaymentRequest,
  type OfferedRail,
  type RailState,
} from '#shared/api.ts'
import type { Currency } from '#shared/currency.ts'
import { DiscountPreviewReply, DiscountPreviewRequest } from '#shared/discount-preview.ts'
import type { Language } from '#shared/languages.ts'
import type { ChainId } from '#shared/chains.ts'
import { formatRate } from '#shared/money.ts'
import { offeredCurrencies } from '#shared/offered-prices.ts'
import { railOf } from '#shared/rails.ts'
import { createPayment } from './create-payment.ts'
import type { CreationRefusal } from './creation-refusal.ts'
import type { CreatePaymentDeps } from './insert-order.ts'
import { mayCheckChain } from './may-check-chain.ts'
import { payTargetOf, type PayTargetSettings } from './pay-target.ts'
import { currencyRefusal } from './price-order.ts'
import { railsIn } from './rails-in.ts'
import { previewDiscount } from './preview-discount.ts'
import { findPayment, orderHeaders, ownOrder } from './open-order.ts'
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
  readonly chains: PayTargetSettings
  /** Polls a chain now; resolves when that is done or takes too long. */
  readonly lookNow: (chain: ChainId) => Promise<void>
}

/** The calls that create, verify and read payments, and the one that tells what a code takes off before. */
export function paymentRoutes(app: App, deps: PaymentDeps): void {
  createRoute(app, deps)
  previewRoute(app, deps)
  verifyRoute(app, deps)
  readRoutes(app, deps)
}

function createRoute(app: App, deps: PaymentDeps): void {
  app.post(
    '/functions/create-crypto-payment',
    callOf(CreatePaymentReply, { body: CreatePaymentRequest }),
    async (request, reply) => {
      const creation = await createPayment(deps, request.body, {
        client: clientOf(request),
        language: deps.languageOf(request.headers),
        pass: readPassCookie(request, deps.isSecure),
        idempotencyKey: idempotencyKeyOf(request.headers),
      })
      if (creation.kind === 'refused') throw toCallError(creation)
      noteOrder(creation.record.id)
      // somebody else may have seen the idempotency key
      if (creation.kind === 'created' || creation.isSameClient) {
        void reply.headers(orderHeaders(request, ownOrder(deps.secret, creation.record.id), deps.isSecure))
      }
      return { success: true, payment: toPayment(creation.record) } as const
    },
  )
}

function previewRoute(app: App, deps: PaymentDeps): void {
  app.post(
    '/functions/preview-discount',
    callOf(DiscountPreviewReply, { body: DiscountPreviewRequest }),
    async (request) => {
      const client = clientOf(request)
      await enforceLimit(deps.limits, 'reads', client)
      const pass = readPassCookie(request, deps.isSecure)
      const preview = await previewDiscount(deps, request.body, { client, pass })
      if ('kind' in preview) throw toCallError(preview)
      return { success: true, preview } as const
    },
  )
}

function toCallError({ status, code, message, retryAfterS }: CreationRefusal): CallError {
  return new CallError(status, code, message, retryAfterS === undefined ? {} : { retryAfterS })
}

function verifyRoute(app: App, deps: PaymentDeps): void {
  app.post(
    '/functions/verify-crypto-payment',
    callOf(VerifyPaymentReply, { body: VerifyPaymentRequest }),
    async (request) => {
      const { paymentId } = request.body
      const record = await requirePayment(deps, paymentId)
      if (await mayCheckChain(deps.limits, record, clientOf(request)))
        await deps.lookNow(railOfRecord(record).chain)
      const current = (await findPayment(deps.db, paymentId)) ?? record
      return { success: true, result: toVerifyResult(current) } as const
    },
  )
}

function readRoutes(app: App, deps: PaymentDeps): void {
  app.get('/data/rails', callOf(RailsReply, { querystring: RailsQuery }), async (request) => {
    await enforceLimit(deps.limits, 'reads', clientOf(request))
    const { currency = deps.policy.currency } = request.query
    if (!offeredCurrencies(deps.policy.currency, deps.onSale()).includes(currency))
      throw toCallError(currencyRefusal(deps, currency))
    return offeredRails(deps, await railsIn(deps.policy, await deps.railStates(), currency), currency)
  })

  app.get('/data/payments/:id', callOf(PaymentRow, { params: PaymentParams }), async (request) => {
    await enforceLimit(deps.limits, 'reads', clientOf(request))
    return toPaymentRow(await requirePayment(deps, request.params.id))
  })
}

/** Adds to each rail the rate of its coin, of which rails of one coin share a read, and what wallets must know. */
async function offeredRails(
  { policy, chains }: PaymentDeps,
  states: readonly RailState[],
  currency: Currency,
): Promise<OfferedRail[]> {
  const symbols = [...new Set(states.map(({ network }) => railOf(network).symbol))]
  const rates = new Map(
    await Promise.all(
      symbols.map(
        async (symbol) => [symbol, (await policy.rates.current(symbol, currency))?.rate ?? null] as const,
      ),
    ),
  )
  const dollars = await policy.rates.dollarsPer(currency)
  return states.map((state) => {
    const rail = railOf(state.network)
    const rate = rates.get(rail.symbol) ?? null
    const confirmations = policy.confirmations.get(rail.setting) ?? null
    return {
      ...state,
      ...payTargetOf(chains, rail),
      rate: rate === null ? null : formatRate(rate),
      dollars: dollars === null ? null : formatRate(dollars),
      confirmations,
    }
  })
}

async function requirePayment(deps: PaymentDeps, id: string): Promise<PaymentRecord> {
  const record = await findPayment(deps.db, id)
  if (record === null) throw new CallError(404, 'PAYMENT_NOT_FOUND', 'there is no payment with this id')
  return record
}
