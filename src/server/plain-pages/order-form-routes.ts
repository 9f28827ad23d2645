import type { FastifyReply, FastifyRequest } from 'fastify'
import { passCookie } from '#server/captcha/pass-cookie.ts'
import type { App } from '#server/http/app.ts'
import { orderCookies } from '#server/payments/open-order.ts'
import { sendMade } from '#server/site/routes.ts'
import {
  fieldsOf,
  isForeign,
  isRefused,
  pathWith,
  queryOf,
  readerOf,
  type PlainPagesDeps,
} from './notice-routes.ts'
import { showOrderForm, submitOrder, type FormReader, type OrderAnswer } from './submit-order.ts'

/** The buttons of the form that order nothing: they count again, or ask for another picture. */
const ASKING = ['recalculate', 'refresh']

/** `/order`: the order form of who has no script; the landing page's button leads here. */
export function orderFormRoutes(app: App, shop: PlainPagesDeps): void {
  app.get('/order', { schema: { hide: true } }, async (request, reply) => {
    if (await isRefused(shop, request, reply)) return reply
    const fields = queryOf(request)
    const reader = readerOf(request, fields)
    return send(shop, request, reply, await showOrderForm(shop, fields, reader), reader)
  })
  app.post('/order', { schema: { hide: true } }, async (request, reply) => {
    if (isForeign(shop, request, reply)) return reply
    const fields = fieldsOf(request)
    const reader = readerOf(request, fields)
    const answer = ASKING.includes(fields.text('do'))
      ? await showOrderForm(shop, fields, reader)
      : await submitOrder(shop, fields, reader)
    return send(shop, request, reply, answer, reader)
  })
}

function send(
  shop: PlainPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: OrderAnswer,
  reader: FormReader,
): FastifyReply {
  const { language, named } = reader
  if (answer.kind === 'ordered') {
    void reply.header('set-cookie', orderCookies(request, answer.record, shop.isSecure))
    return reply.redirect(pathWith(`/order/${answer.record.id}`, named), 303)
  }
  const { status, facts, pass, retryAfterS } = answer
  if (pass !== null) void reply.header('set-cookie', passCookie(pass, shop.isSecure))
  if (retryAfterS !== undefined) void reply.header('retry-after', String(retryAfterS))
  return sendMade(shop.site, reply, {
    name: 'plain',
    status,
    language,
    render: (bundle, page) => bundle.renderOrderForm(page, facts),
  })
}
