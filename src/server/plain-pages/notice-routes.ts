import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OrderPageDeps } from '#server/order-page/order-page-deps.ts'
import { readPassCookie } from '#server/captcha/pass-cookie.ts'
import { clientOf } from '#server/http/app.ts'
import type { Log } from '#server/runtime/log.ts'
import type { OriginRule } from '#server/live/allowed-origin.ts'
import type { Site } from '#server/site/open-site.ts'
import { languageFor, sendMade } from '#server/site/routes.ts'
import type { Language } from '#shared/languages.ts'
import type { PlainNotice } from '#shared/plain-facts.ts'
import type { ChainId } from '#shared/chains.ts'
import { formFields, type FormFields } from './form-fields.ts'
import { isOwnForm } from './is-own-form.ts'
import type { FormReader, OrderFormDeps } from './submit-order.ts'

/** What all plain forms are answered from. */
export interface PlainPagesDeps extends OrderFormDeps {
  readonly site: Site
  readonly log: Log
  readonly origin: OriginRule
  readonly isSecure: boolean
  readonly orderPage: OrderPageDeps
  /** Has a chain looked at now; ends when that is done or takes too long. */
  readonly lookNow: (chain: ChainId) => Promise<void>
}

/** What a posted form says; empty where nothing was posted. */
export function formFieldsOf(request: FastifyRequest): FormFields {
  return request.body instanceof Object ? (request.body as FormFields) : formFields('')
}

/** What an address says behind its question mark. */
export function queryFieldsOf(request: FastifyRequest): FormFields {
  return formFields(request.url.split('?')[1] ?? '')
}

/** @param fields those of the form or of the address: they may name the language. */
export function readerOf(request: FastifyRequest, fields: FormFields): FormReader {
  const { language, named } = languageFor(request, fields.has('lang') ? fields.text('lang') : null)
  return { client: clientOf(request), language, named, pass: readPassCookie(request) }
}

/** Says why there is no page, or why a form was not taken, and leads back. */
export function sendNotice(
  deps: PlainPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  notice: PlainNotice,
): FastifyReply {
  const { language, named } = readerOf(request, formFieldsOf(request))
  const [path = '/'] = request.url.split('?')
  return sendMade(deps.site, reply, {
    name: 'plain',
    status,
    language,
    render: (bundle, page) => bundle.renderNotice(page, { named, notice, path: pageOf(path) }),
  })
}

/** A form of an order's page is posted to an address of its own, where there is nothing to be read. */
function pageOf(path: string): string {
  return path.replace(/^(\/order\/[^/]+)\/.*$/, '$1')
}

/** Answers who reads too often; the others may go on. */
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

/** Answers a form that a page of another site has sent; a page of ours may go on. */
export function refuseForeignForm(
  deps: PlainPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (isOwnForm(deps.origin, request.headers)) return false
  sendNotice(deps, request, reply, 403, 'foreign')
  return true
}

/** A path that keeps the language the reader came with. */
export function pathWith(path: string, named: Language | null, done: string | null = null): string {
  const query = new URLSearchParams({
    ...(done === null ? {} : { done }),
    ...(named === null ? {} : { lang: named }),
  }).toString()
  const [before = '', hash] = path.split('#')
  const joined = query === '' ? before : `${before}${before.includes('?') ? '&' : '?'}${query}`
  return hash === undefined ? joined : `${joined}#${hash}`
}
