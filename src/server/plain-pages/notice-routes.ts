import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PayTargetSettings } from '#server/payments/pay-target.ts'
import type { OrderPageDeps } from '#server/order-page/order-page-deps.ts'
import { readPassCookie } from '#server/captcha/pass-cookie.ts'
import { clientOf } from '#server/http/app.ts'
import type { Log } from '#server/runtime/log.ts'
import type { OriginRule } from '#server/live/allowed-origin.ts'
import type { Site } from '#server/site/open-site.ts'
import { chooseCurrency } from '#server/site/choose-currency.ts'
import { languageFor, sendPerRequestPage } from '#server/site/routes.ts'
import type { WithdrawalDeps } from '#server/withdrawal/submit-withdrawal.ts'
import type { Language } from '#shared/languages.ts'
import type { PlainNotice, StatusFacts } from '#shared/plain-facts.ts'
import type { ChainId } from '#shared/chains.ts'
import { formFields, type FormFields } from './form-fields.ts'
import { isOwnForm } from './is-own-form.ts'
import type { SetupAccess } from './setup-access.ts'
import type { FormReader, OrderFormDeps } from './submit-order.ts'

/** Dependencies of the plain pages. */
export interface PlainPagesDeps extends OrderFormDeps {
  readonly site: Site
  readonly log: Log
  readonly origin: OriginRule
  readonly isSecure: boolean
  readonly chains: PayTargetSettings
  readonly orderPage: OrderPageDeps
  /** Of an empty shop that may be filled from a backup; otherwise there is no `/setup`. */
  readonly setup?: SetupAccess | null
  readonly withdrawal: WithdrawalDeps
  /** The state of the shop, for everyone. */
  readonly readStatus: () => Promise<StatusFacts>
  /** Polls a chain now; resolves when that is done or takes too long. */
  readonly lookNow: (chain: ChainId) => Promise<void>
}

/** The fields of a posted form; empty if nothing was posted. */
export function formFieldsOf(request: FastifyRequest): FormFields {
  return request.body instanceof Object ? (request.body as FormFields) : formFields('')
}

/** The fields of the URL's query. */
export function queryFieldsOf(request: FastifyRequest): FormFields {
  return formFields(request.url.split('?')[1] ?? '')
}

/**
 * Describes who sent the request.
 *
 * @param fields of the form or the query; they may name the language.
 */
export function readerOf(
  deps: Pick<PlainPagesDeps, 'isSecure' | 'site'>,
  request: FastifyRequest,
  fields: FormFields,
): FormReader {
  const { language, named } = languageFor(deps.site, request, fields.has('lang') ? fields.text('lang') : null)
  const query = fields.has('currency') ? fields.text('currency') : null
  const currency = chooseCurrency({ query, cookie: request.headers.cookie }, deps.site.currencies)
  const pass = readPassCookie(request, deps.isSecure)
  return { client: clientOf(request), language, named, currency, pass }
}

/** Sends a page that says why there is no page or why a form was rejected, with a link back. */
export function sendNotice(
  deps: Pick<PlainPagesDeps, 'isSecure' | 'site'>,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  notice: PlainNotice,
): FastifyReply {
  const { language, named } = readerOf(deps, request, formFieldsOf(request))
  const [path = '/'] = request.url.split('?')
  return sendPerRequestPage(deps.site, reply, {
    name: 'plain',
    status,
    language,
    render: (bundle, page) =>
      bundle.renderNotice(page, { named, notice, path: pageOf(path), requestId: request.id }),
  })
}

/**
 * The forms of an order's page are posted to URLs of their own, which have no page; the link back must not lead there, nor to
 * a file of the order.
 */
function pageOf(path: string): string {
  return path.replace(/^\/(?:order|files)\/([^/]+)\/.*$/, '/order/$1')
}

/**
 * Answers a request above the rate limit.
 *
 * @returns whether it did; otherwise the caller continues.
 */
export async function refuseOverLimit(
  deps: PlainPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const taken = await deps.limits.take('reads', clientOf(request))
  if (taken.allowed) return false
  void reply.header('retry-after', String(taken.retryAfterS))
  sendNotice(deps, request, reply, 429, 'limited')
  return true
}

/**
 * Answers a form that was sent from a page of another site.
 *
 * @returns whether it did; otherwise the caller continues.
 */
export function refuseForeignForm(
  deps: PlainPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (isOwnForm(deps.origin, request.headers)) return false
  sendNotice(deps, request, reply, 403, 'foreign')
  return true
}

/** Adds the language of the request's URL, and optionally the word for a finished action, to a path. */
export function pathWith(path: string, named: Language | null, done: string | null = null): string {
  const query = new URLSearchParams({
    ...(done === null ? {} : { done }),
    ...(named === null ? {} : { lang: named }),
  }).toString()
  const [before = '', hash] = path.split('#')
  const joined = query === '' ? before : `${before}${before.includes('?') ? '&' : '?'}${query}`
  return hash === undefined ? joined : `${joined}#${hash}`
}
