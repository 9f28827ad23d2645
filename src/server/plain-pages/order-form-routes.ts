import type { FastifyReply, FastifyRequest } from 'fastify'
import { passCookie } from '#server/captcha/pass-cookie.ts'
import type { App } from '#server/http/app.ts'
import { orderCookies, ownOrder } from '#server/payments/open-order.ts'
import { sendPerRequestPage } from '#server/site/routes.ts'
import {
  formFieldsOf,
  refuseForeignForm,
  refuseOverLimit,
  pathWith,
  queryFieldsOf,
  readerOf,
  type PlainPagesDeps,
} from './notice-routes.ts'
import { showOrderForm, submitOrder, type FormReader, type OrderFormResult } from './submit-order.ts'

/** Buttons that submit no order: they recalculate the total, or request another captcha. */
const REDISPLAY_ACTIONS = ['recalculate', 'refresh']

/** `/order`: the order form without script. The landing page's button leads here. */
export function orderFormRoutes(app: App, deps: PlainPagesDeps): void {
  app.get('/order', { schema: { hide: true } }, async (request, reply) => {
    if (await refuseOverLimit(deps, request, reply)) return reply
    const fields = queryFieldsOf(request)
    const reader = readerOf(deps, request, fields)
    return sendResult(deps, request, reply, await showOrderForm(deps, fields, reader), reader)
  })
  app.post('/order', { schema: { hide: true } }, async (request, reply) => {
    if (refuseForeignForm(deps, request, reply)) return reply
    const fields = formFieldsOf(request)
    const reader = readerOf(deps, request, fields)
    const answer = REDISPLAY_ACTIONS.includes(fields.text('do'))
      ? await showOrderForm(deps, fields, reader)
      : await submitOrder(deps, fields, reader)
    return sendResult(deps, request, reply, answer, reader)
  })
}

function sendResult(
  deps: PlainPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: OrderFormResult,
  reader: FormReader,
): FastifyReply {
  const { language, named } = reader
  if (answer.kind === 'ordered') {
    if (answer.maySetCookie) {
      void reply.header(
        'set-cookie',
        orderCookies(request, ownOrder(deps.secret, answer.record.id), deps.isSecure),
      )
    }
    return reply.redirect(pathWith(`/order/${answer.record.id}`, named), 303)
  }
  const { status, facts, pass, retryAfterS } = answer
  if (pass !== null) void reply.header('set-cookie', passCookie(pass, deps.isSecure))
  if (retryAfterS !== undefined) void reply.header('retry-after', String(retryAfterS))
  return sendPerRequestPage(deps.site, reply, {
    name: 'plain',
    status,
    language,
    render: (bundle, page) => bundle.renderOrderForm(page, facts),
  })
}
