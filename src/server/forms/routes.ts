import type { FastifyReply, FastifyRequest } from 'fastify'
import { passCookie, passOf } from '#server/captcha/pass-cookie.ts'
import { isUnreachable } from '#server/db/is-unreachable.ts'
import { clientOf, type App } from '#server/http.ts'
import { describeError, type Log } from '#server/log.ts'
import type { OriginRule } from '#server/live/allowed-origin.ts'
import { orderCookie } from '#server/payments/open-order.ts'
import type { Site } from '#server/site/open-site.ts'
import { languageFor, sendMade } from '#server/site/routes.ts'
import type { PlainNotice } from '#shared/plain-facts.ts'
import { formFields, type FormFields } from './form-fields.ts'
import { isOwnForm } from './is-own-form.ts'
import {
  showOrderForm,
  submitOrder,
  type FormReader,
  type OrderAnswer,
  type OrderFormDesk,
} from './submit-order.ts'

export interface FormShop extends OrderFormDesk {
  readonly site: Site
  readonly log: Log
  readonly origin: OriginRule
  readonly isSecure: boolean
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
const BODY_LIMIT_BYTES = 16 * 1024

/** Everything a buyer can do without script: plain forms, each answered by a page or the way to one. */
export function formRoutes(app: App, shop: FormShop): void {
  // forms are read as they come and faults are told on pages, in a scope of their own: everywhere else it is JSON
  void app.register((scope: App, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body: string, parsed) => {
        parsed(null, formFields(body))
      },
    )
    scope.setErrorHandler((error, request, reply) => {
      const { status, notice } = noticeOf(error)
      if (status >= 500) {
        const route = request.routeOptions.url ?? 'unknown'
        shop.log.error(
          { method: request.method, route, status, error: describeError(error) },
          'a form failed',
        )
      }
      return sendNotice(shop, request, reply, status, notice)
    })
    orderFormRoutes(scope, shop)
    done()
  })
}

function orderFormRoutes(app: App, shop: FormShop): void {
  app.get('/order', { schema: { hide: true } }, async (request, reply) => {
    const fields = formFields(request.url.split('?')[1] ?? '')
    const answer = await showOrderForm(shop, fields, readerOf(shop, request, fields))
    return sendForm(shop, reply, answer, readerOf(shop, request, fields))
  })
  app.post('/order', { schema: { hide: true } }, async (request, reply) => {
    const fields = request.body instanceof Object ? (request.body as FormFields) : formFields('')
    if (!isOwnForm(shop.origin, request.headers)) return sendNotice(shop, request, reply, 403, 'foreign')
    const reader = readerOf(shop, request, fields)
    const isAsked = ['recalculate', 'refresh'].includes(fields.text('do'))
    const answer = await (isAsked ? showOrderForm : submitOrder)(shop, fields, reader)
    return sendForm(shop, reply, answer, reader)
  })
}

function readerOf(shop: FormShop, request: FastifyRequest, fields: FormFields): FormReader {
  const { language, named } = languageFor(shop.site, request, fields.has('lang') ? fields.text('lang') : null)
  return { client: clientOf(request), language, named, pass: passOf(request) }
}

function sendForm(
  shop: FormShop,
  reply: FastifyReply,
  answer: OrderAnswer,
  { language, named }: FormReader,
): FastifyReply {
  if (answer.kind === 'ordered') {
    void reply.header('set-cookie', orderCookie(answer.record, shop.isSecure))
    return reply.redirect(pathOfOrder(answer.record.id, named), 303)
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

function pathOfOrder(id: string, named: string | null): string {
  return named === null ? `/order/${id}` : `/order/${id}?lang=${named}`
}

/** What went wrong outside of what the forms themselves answer. */
function noticeOf(error: unknown): { readonly status: number; readonly notice: PlainNotice } {
  if (isUnreachable(error)) return { status: 503, notice: 'broken' }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? { status, notice: 'unfit' } : { status: 500, notice: 'broken' }
}

function sendNotice(
  shop: FormShop,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  notice: PlainNotice,
): FastifyReply {
  const { language, named } = languageFor(shop.site, request)
  const [path = '/'] = request.url.split('?')
  return sendMade(shop.site, reply, {
    name: 'plain',
    status,
    language,
    render: (bundle, page) => bundle.renderNotice(page, { named, notice, path }),
  })
}
