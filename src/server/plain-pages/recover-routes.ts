import type { FastifyReply, FastifyRequest } from 'fastify'
import { recoverOrder } from '#server/order-page/recover-order.ts'
import type { App } from '#server/http/app.ts'
import { sendPerRequestPage } from '#server/site/routes.ts'
import { RecoverOrderRequest } from '#shared/buyer-api.ts'
import type { RecoverFacts } from '#shared/plain-facts.ts'
import type { FormFields } from './form-fields.ts'
import {
  formFieldsOf,
  refuseForeignForm,
  refuseOverLimit,
  pathWith,
  queryFieldsOf,
  readerOf,
  type PlainPagesDeps,
} from './notice-routes.ts'
import { readOwnOrders } from './read-own-orders.ts'
import type { FormReader } from './submit-order.ts'

/** `/recover`: finds a buyer's order, by this browser's cookies or by mail. */
export function recoverRoutes(app: App, deps: PlainPagesDeps): void {
  app.get('/recover', { schema: { hide: true } }, async (request, reply) => {
    if (await refuseOverLimit(deps, request, reply)) return reply
    const query = queryFieldsOf(request)
    const reader = readerOf(deps, request, query)
    const facts = await recoverFacts(deps, request, reader)
    const [only, another] = facts.own
    const isSent = query.text('done') === 'sent'
    if (facts.isForRefund && !isSent && only !== undefined && another === undefined) {
      return reply
        .header('referrer-policy', 'no-referrer')
        .redirect(pathWith(`/order/${only.id}#refund`, reader.named), 303)
    }
    return send(deps, reply, reader, 200, { ...facts, isSent })
  })
  app.post('/recover', { schema: { hide: true } }, async (request, reply) => {
    if (refuseForeignForm(deps, request, reply)) return reply
    const fields = formFieldsOf(request)
    const reader = readerOf(deps, request, fields)
    const lost = readRecoverEntries(fields)
    if (lost.kind === 'lost') {
      const outcome = await recoverOrder(deps.orderPage, lost.lost, reader.client)
      if (outcome.kind === 'done') {
        const path = isForRefund(request) ? '/recover?for=refund#done' : '/recover#done'
        return reply.redirect(pathWith(path, reader.named, 'sent'), 303)
      }
      void reply.header('retry-after', String(outcome.retryAfterS))
    }
    const facts = await recoverFacts(deps, request, reader)
    const typed = { email: fields.text('email').trim(), paymentId: fields.text('paymentId').trim() }
    return lost.kind === 'lost'
      ? send(deps, reply, reader, 429, { ...facts, typed, isTooOften: true })
      : send(deps, reply, reader, 400, { ...facts, typed, faults: lost.faults })
  })
}

type RecoverEntries =
  | { readonly kind: 'lost'; readonly lost: RecoverOrderRequest }
  | { readonly kind: 'faulty'; readonly faults: RecoverFacts['faults'] }

function readRecoverEntries(fields: FormFields): RecoverEntries {
  const typed = { email: fields.text('email'), paymentId: fields.text('paymentId') }
  const parsed = RecoverOrderRequest.safeParse(typed)
  if (parsed.success) return { kind: 'lost', lost: parsed.data }
  const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0]))
  return { kind: 'faulty', faults: (['email', 'paymentId'] as const).filter((field) => wrong.has(field)) }
}

function isForRefund(request: FastifyRequest): boolean {
  return queryFieldsOf(request).text('for') === 'refund'
}

async function recoverFacts(
  deps: PlainPagesDeps,
  request: FastifyRequest,
  { language, named }: FormReader,
): Promise<RecoverFacts> {
  return {
    named,
    isForRefund: isForRefund(request),
    own: await readOwnOrders(deps, request, (edition) => deps.editionName(edition, language)),
    typed: { email: '', paymentId: '' },
    faults: [],
    isSent: false,
    isTooOften: false,
  }
}

function send(
  deps: PlainPagesDeps,
  reply: FastifyReply,
  { language }: FormReader,
  status: number,
  facts: RecoverFacts,
): FastifyReply {
  return sendPerRequestPage(deps.site, reply, {
    name: 'plain',
    status,
    language,
    render: (bundle, page) => bundle.renderRecover(page, facts),
  })
}
