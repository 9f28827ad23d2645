import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeBuyerOrder } from '#server/order-page/describe-buyer-order.ts'
import { openOrder } from '#server/order-page/link-routes.ts'
import { resendOrderMail } from '#server/order-page/resend-order-mail.ts'
import { clientOf, type App } from '#server/http/app.ts'
import { mayCheckChain } from '#server/payments/may-check-chain.ts'
import { findPayment, orderSecretOf } from '#server/payments/open-order.ts'
import { isOrderCode, isOrderSecret, orderSecretFor } from '#server/secrets/order-secret.ts'
import { payTargetOf } from '#server/payments/pay-target.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { sendPerRequestPage } from '#server/site/routes.ts'
import { DONE_WORDS, type DoneWord, type PlainOrderFacts, type RefundFormFacts } from '#shared/plain-facts.ts'
import { submitRefundForm, EMPTY_REFUND_FORM } from './submit-refund-form.ts'
import {
  formFieldsOf,
  refuseForeignForm,
  refuseOverLimit,
  pathWith,
  sendNotice,
  queryFieldsOf,
  readerOf,
  type PlainPagesDeps,
} from './notice-routes.ts'
import { HIDDEN } from './visit-routes.ts'
import type { FormReader } from './submit-order.ts'

interface OrderParams {
  readonly Params: { readonly id: string }
}
type OrderRequest = FastifyRequest<OrderParams>

/** `/order/:id`: the order's page, which needs no script, and its forms. */
export function orderPageRoutes(app: App, deps: PlainPagesDeps): void {
  app.get<OrderParams>('/order/:id', HIDDEN, async (request, reply) => {
    if (await refuseOverLimit(deps, request, reply)) return reply
    const query = queryFieldsOf(request)
    const done = DONE_WORDS.find((word) => word === query.text('done')) ?? null
    const reader = readerOf(deps, request, query)
    return sendOrder(deps, request, reply, reader, { status: 200, done, refund: EMPTY_REFUND_FORM })
  })
  addFormRoute(app, deps, 'check', async (order, request) => {
    if (await mayCheckChain(deps.limits, order, clientOf(request)))
      await deps.lookNow(railOfRecord(order).chain)
    return 'checked'
  })
  addFormRoute(app, deps, 'open', async (order, request, reply, { named }) => {
    const taken = await deps.limits.take('order-code', clientOf(request))
    if (!taken.allowed) {
      void reply.header('retry-after', String(taken.retryAfterS))
      return sendNotice(deps, request, reply, 429, 'limited')
    }
    const { orderPage } = deps
    if (!isOrderCode(orderPage.secret, order.id, formFieldsOf(request).text('code'))) return 'mistyped'
    openOrder(orderPage, request, reply, order, orderSecretFor(orderPage.secret, order.id))
    return reply.redirect(pathWith(`/order/${order.id}`, named), 303)
  })
  addFormRoute(app, deps, 'resend', async (order, request) => {
    if (!hasOrderSecret(deps, request, order)) return 'closed'
    const outcome = await resendOrderMail(deps.orderPage, order, clientOf(request))
    if (outcome.kind === 'repeated') return 'sent'
    return outcome.kind === 'too-soon' ? 'soon' : 'nothing'
  })
  addFormRoute(app, deps, 'refund', async (order, request, reply, reader) => {
    if (!hasOrderSecret(deps, request, order)) return 'closed'
    const taken = await deps.limits.take('refund', clientOf(request))
    const form = taken.allowed ? await submitRefundForm(deps.orderPage, order, formFieldsOf(request)) : null
    if (form !== null && form.kind !== 'faulty') return form.kind
    if (!taken.allowed) void reply.header('retry-after', String(taken.retryAfterS))
    const shown =
      form === null
        ? { status: 429, refund: { ...EMPTY_REFUND_FORM, failure: 'RATE_LIMITED' as const } }
        : { status: form.status, refund: form.form }
    return sendOrder(deps, request, reply, reader, { ...shown, done: null })
  })
}

type FormOutcome = DoneWord | FastifyReply

/**
 * Adds the route of a form. After success it redirects to the page, which reports the result; GET on its own URL
 * redirects too.
 */
function addFormRoute(
  app: App,
  deps: PlainPagesDeps,
  name: 'check' | 'open' | 'resend' | 'refund',
  action: (
    order: PaymentRecord,
    request: OrderRequest,
    reply: FastifyReply,
    reader: FormReader,
  ) => Promise<FormOutcome>,
): void {
  const path = `/order/:id/${name}`
  app.get<OrderParams>(path, HIDDEN, (request, reply) => {
    const { named } = readerOf(deps, request, queryFieldsOf(request))
    return reply.redirect(pathWith(`/order/${encodeURIComponent(request.params.id)}`, named), 303)
  })
  app.post<OrderParams>(path, HIDDEN, async (request, reply) => {
    if (refuseForeignForm(deps, request, reply)) return reply
    const reader = readerOf(deps, request, formFieldsOf(request))
    const order = await findPayment(deps.db, request.params.id)
    if (order === null) {
      return sendOrder(deps, request, reply, reader, { status: 404, done: null, refund: EMPTY_REFUND_FORM })
    }
    const answer = await action(order, request, reply, reader)
    if (typeof answer !== 'string') return answer
    return reply.redirect(pathWith(`/order/${order.id}#done`, reader.named, answer), 303)
  })
}

function hasOrderSecret(
  { orderPage }: PlainPagesDeps,
  request: FastifyRequest,
  order: PaymentRecord,
): boolean {
  return isOrderSecret(orderPage.secret, order, orderSecretOf(request, order.id))
}

interface PageState {
  readonly status: number
  readonly done: DoneWord | null
  readonly refund: RefundFormFacts
}

/**
 * Sends the page of an order. A page that answers a POST has no script, because the script reads the order from the
 * URL.
 */
async function sendOrder(
  deps: PlainPagesDeps,
  request: OrderRequest,
  reply: FastifyReply,
  { language, named }: FormReader,
  { status, done, refund }: PageState,
): Promise<FastifyReply> {
  const record = await findPayment(deps.db, request.params.id)
  const now = deps.clock()
  const context = { ...deps.orderPage, releaseAt: deps.orderPage.terms.releaseAt(), now }
  const order =
    record === null
      ? null
      : await describeBuyerOrder(deps.db, record, {
          ...context,
          hasSecret: hasOrderSecret(deps, request, record),
        })
  const editionName = record === null ? '' : deps.editionName(record.edition, language)
  const rail = record === null ? null : await readRail(deps, record)
  const plain: PlainOrderFacts = { named, order, editionName, now, done, refund, rail }
  return sendPerRequestPage(deps.site, reply, {
    name: 'order',
    status: record === null ? 404 : status,
    language,
    render: (bundle, page, shell) =>
      bundle.renderOrder({ ...page, ...shell('order') }, plain, request.method !== 'POST'),
  })
}

/** The rail of an order that waits for money. */
async function readRail(deps: PlainPagesDeps, record: PaymentRecord): Promise<PlainOrderFacts['rail']> {
  if (!['pending', 'partial', 'detected'].includes(record.status)) return null
  const rail = railOfRecord(record)
  const state = (await deps.railStates()).find(({ network }) => network === rail.network)
  return { reason: state?.reason ?? null, ...payTargetOf(deps.chains, rail) }
}
