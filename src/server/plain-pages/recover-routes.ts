import type { FastifyReply, FastifyRequest } from 'fastify'
import { recoverOrder } from '#server/order-page/recover-order.ts'
import type { App } from '#server/http/app.ts'
import { sendMade } from '#server/site/routes.ts'
import { RecoverOrderRequest } from '#shared/buyer-api.ts'
import type { RecoverFacts } from '#shared/plain-facts.ts'
import type { FormFields } from './form-fields.ts'
import {
  fieldsOf,
  isForeign,
  isRefused,
  pathWith,
  queryOf,
  readerOf,
  type PlainPagesDeps,
} from './notice-routes.ts'
import { ownOrders } from './own-orders.ts'
import type { FormReader } from './submit-order.ts'

/** `/recover`: the way back to an order, by this browser's cookies or by mail. */
export function recoverRoutes(app: App, shop: PlainPagesDeps): void {
  app.get('/recover', { schema: { hide: true } }, async (request, reply) => {
    if (await isRefused(shop, request, reply)) return reply
    const query = queryOf(request)
    const reader = readerOf(request, query)
    const facts = await recoverFacts(shop, request, reader)
    const [only, another] = facts.own
    const isSent = query.text('done') === 'sent'
    if (facts.isForRefund && !isSent && only !== undefined && another === undefined) {
      return reply
        .header('referrer-policy', 'no-referrer')
        .redirect(pathWith(`/order/${only.id}#refund`, reader.named), 303)
    }
    return send(shop, reply, reader, 200, { ...facts, isSent })
  })
  app.post('/recover', { schema: { hide: true } }, async (request, reply) => {
    if (isForeign(shop, request, reply)) return reply
    const fields = fieldsOf(request)
    const reader = readerOf(request, fields)
    const lost = readLost(fields)
    if (lost.kind === 'lost') {
      const outcome = await recoverOrder(shop.buyer, lost.lost, reader.client)
      if (outcome.kind === 'done') {
        const path = isForRefund(request) ? '/recover?for=refund#done' : '/recover#done'
        return reply.redirect(pathWith(path, reader.named, 'sent'), 303)
      }
      void reply.header('retry-after', String(outcome.retryAfterS))
    }
    const facts = await recoverFacts(shop, request, reader)
    const typed = { email: fields.text('email').trim(), paymentId: fields.text('paymentId').trim() }
    return lost.kind === 'lost'
      ? send(shop, reply, reader, 429, { ...facts, typed, isTooOften: true })
      : send(shop, reply, reader, 400, { ...facts, typed, faults: lost.faults })
  })
}

type Lost =
  | { readonly kind: 'lost'; readonly lost: RecoverOrderRequest }
  | { readonly kind: 'faulty'; readonly faults: RecoverFacts['faults'] }

function readLost(fields: FormFields): Lost {
  const typed = { email: fields.text('email'), paymentId: fields.text('paymentId') }
  const parsed = RecoverOrderRequest.safeParse(typed)
  if (parsed.success) return { kind: 'lost', lost: parsed.data }
  const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0]))
  return { kind: 'faulty', faults: (['email', 'paymentId'] as const).filter((field) => wrong.has(field)) }
}

function isForRefund(request: FastifyRequest): boolean {
  return queryOf(request).text('for') === 'refund'
}

async function recoverFacts(
  shop: PlainPagesDeps,
  request: FastifyRequest,
  { language, named }: FormReader,
): Promise<RecoverFacts> {
  return {
    named,
    isForRefund: isForRefund(request),
    own: await ownOrders(shop.db, request, (edition) => shop.editionName(edition, language)),
    typed: { email: '', paymentId: '' },
    faults: [],
    isSent: false,
    isTooOften: false,
  }
}

function send(
  shop: PlainPagesDeps,
  reply: FastifyReply,
  { language }: FormReader,
  status: number,
  facts: RecoverFacts,
): FastifyReply {
  return sendMade(shop.site, reply, {
    name: 'plain',
    status,
    language,
    render: (bundle, page) => bundle.renderRecover(page, facts),
  })
}
