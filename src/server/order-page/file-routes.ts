import type { FastifyReply, FastifyRequest } from 'fastify'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import { readCookie } from '#server/formats/cookies.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import { findPayment, orderSecretOf } from '#server/payments/open-order.ts'
import { isOrderSecret } from '#server/secrets/order-secret.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { Failure, PaymentParams } from '#shared/api.ts'
import { InvoiceQuery } from '#shared/buyer-api.ts'
import { offeredLanguage, type Language } from '#shared/languages.ts'
import * as z from 'zod'
import type { OrderPageDeps } from './order-page-deps.ts'
import { buildInvoiceFile } from './build-invoice-file.ts'
import { buildKeysFile } from './build-keys-file.ts'

const Schema = {
  params: PaymentParams,
  querystring: InvoiceQuery,
  response: { 200: z.string(), '4xx': Failure },
}

/** The downloads of an order's invoice and keys. */
export function orderFileRoutes(app: App, deps: OrderPageDeps): void {
  app.get('/order/:id/invoice.txt', { schema: Schema }, async (request, reply) => {
    const { order, hasSecret } = await findOrder(deps, request, request.params.id)
    const language = languageOf(deps, request, order, request.query.lang)
    const file = buildInvoiceFile(deps, order, language, hasSecret)
    if (file.kind === 'not-ready') {
      throw new CallError(409, 'INVOICE_NOT_READY', 'the invoice is available once the payment is confirmed')
    }
    return attach(reply, file.fileName, language).send(file.text)
  })

  app.get('/order/:id/keys.txt', { schema: Schema }, async (request, reply) => {
    const { order, hasSecret } = await findOrder(deps, request, request.params.id)
    if (!hasSecret) throw new CallError(403, 'FORBIDDEN', 'open this order with the link in its mail')
    const language = languageOf(deps, request, order, request.query.lang)
    const file = await buildKeysFile(deps, order, language)
    if (file.kind === 'none') throw new CallError(404, 'KEY_NOT_FOUND', 'this order has no keys yet')
    return attach(reply, file.fileName, language).send(file.text)
  })
}

async function findOrder(deps: OrderPageDeps, request: FastifyRequest, id: string) {
  await enforceLimit(deps.limits, 'reads', clientOf(request))
  const order = await findPayment(deps.db, id)
  if (order === null) throw new CallError(404, 'PAYMENT_NOT_FOUND', 'there is no payment with this id')
  return { order, hasSecret: isOrderSecret(deps.secret, order, orderSecretOf(request, order.id)) }
}

/** The language in the URL, else the browser's cookie, else the order's own, if the shop offers it; else its default one. */
function languageOf(
  { languages }: Pick<OrderPageDeps, 'languages'>,
  { headers }: FastifyRequest,
  order: PaymentRecord,
  named: string | undefined,
): Language {
  const chosen = readCookie(headers.cookie, 'language')
  const found = [named, chosen].find((code) => languages.some((language) => language === code))
  return offeredLanguage(found ?? order.language, languages)
}

/** File names have only hexadecimal digits and hyphens, so no quoting is needed. */
function attach(reply: FastifyReply, fileName: string, language: Language): FastifyReply {
  return reply
    .type('text/plain; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('content-language', language)
}
