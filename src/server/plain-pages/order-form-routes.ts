import type { FastifyReply } from 'fastify'
import { passCookie } from '#server/captcha/pass-cookie.ts'
import type { App } from '#server/http/app.ts'
import { orderCookies, ownOrder } from '#server/payments/open-order.ts'
import { currencyCookie } from '#server/site/choose-currency.ts'
import { currencyInUrl } from '#server/site/routes.ts'
import { refuseOverLimit, type PlainPagesDeps } from './notice-routes.ts'
import { addForm, addPage, type PageVisit } from './visit-routes.ts'
import { showDiscount, showOrderForm, submitOrder, type OrderFormResult } from './submit-order.ts'

/** What the buttons do that submit no order: they recalculate the total, request another captcha, or apply a code. */
const REDISPLAYS: ReadonlyMap<string, typeof showOrderForm> = new Map([
  ['recalculate', showOrderForm],
  ['refresh', showOrderForm],
  ['discount', showDiscount],
])

/** `/order`: the order form without script. The landing page's button leads here. */
export function orderFormRoutes(app: App, deps: PlainPagesDeps): void {
  addPage(app, deps, '/order', async (visit) => {
    const choice = currencyCookie(currencyInUrl(visit.request), deps.site)
    if (choice !== null) void visit.reply.header('set-cookie', choice)
    return sendResult(deps, visit, await showOrderForm(deps, visit.fields, visit.reader))
  })
  addForm(app, deps, '/order', async (visit) => {
    const { fields, reader, request, reply } = visit
    const redisplay = REDISPLAYS.get(fields.text('do'))
    // orders have a limit of their own
    if (redisplay !== undefined && (await refuseOverLimit(deps, request, reply))) return reply
    return sendResult(deps, visit, await (redisplay ?? submitOrder)(deps, fields, reader))
  })
}

function sendResult(
  deps: PlainPagesDeps,
  { request, reply, show, redirect }: PageVisit,
  answer: OrderFormResult,
): FastifyReply {
  if (answer.kind === 'ordered') {
    if (answer.maySetCookie) {
      void reply.header(
        'set-cookie',
        orderCookies(request, ownOrder(deps.secret, answer.record.id), deps.isSecure),
      )
    }
    return redirect(`/order/${answer.record.id}`)
  }
  const { status, facts, pass, retryAfterS } = answer
  if (pass !== null) void reply.header('set-cookie', passCookie(pass, deps.isSecure))
  if (retryAfterS !== undefined) void reply.header('retry-after', String(retryAfterS))
  return show(status, (bundle, page) => bundle.renderOrderForm({ ...page, currency: facts.currency }, facts))
}
