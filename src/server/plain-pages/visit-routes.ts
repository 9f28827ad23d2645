import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/http/app.ts'
import { sendPerRequestPage, type PerRequestPage } from '#server/site/routes.ts'
import type { FormFields } from './form-fields.ts'
import {
  formFieldsOf,
  pathWith,
  queryFieldsOf,
  readerOf,
  refuseForeignForm,
  refuseOverLimit,
  type PlainPagesDeps,
} from './notice-routes.ts'
import type { FormReader } from './submit-order.ts'

/** A request for a page without script, and what it may be answered with. */
export interface PageVisit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Of the posted form; of the URL's query if nothing is posted. */
  readonly fields: FormFields
  readonly reader: FormReader
  show(status: number, render: PerRequestPage['render']): FastifyReply
  /** @param done the word for a finished action. */
  redirect(path: string, done?: string | null): FastifyReply
}

type AnswerVisit = (visit: PageVisit) => FastifyReply | Promise<FastifyReply>

/** No page is a call of the API. */
export const HIDDEN = { schema: { hide: true } } as const

/** Adds a page; whoever asks for too many is told so. */
export function addPage(app: App, deps: PlainPagesDeps, path: string, answer: AnswerVisit): void {
  app.get(path, HIDDEN, async (request, reply) => {
    if (await refuseOverLimit(deps, request, reply)) return reply
    return answer(visitOf(deps, request, reply, queryFieldsOf(request)))
  })
}

/** Adds what takes a form; one from a page of another site is refused. */
export function addForm(app: App, deps: PlainPagesDeps, path: string, answer: AnswerVisit): void {
  app.post(path, HIDDEN, async (request, reply) => {
    if (refuseForeignForm(deps, request, reply)) return reply
    return answer(visitOf(deps, request, reply, formFieldsOf(request)))
  })
}

/** @param fields may name the language. */
export function visitOf(
  deps: PlainPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: FormFields,
): PageVisit {
  const reader = readerOf(deps, request, fields)
  const { language, named } = reader
  return {
    ...{ request, reply, fields, reader },
    show: (status, render) =>
      sendPerRequestPage(deps.site, reply, { name: 'plain', status, language, render }),
    redirect: (path, done = null) => reply.redirect(pathWith(path, named, done), 303),
  }
}
