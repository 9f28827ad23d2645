import type { FastifyReply } from 'fastify'
import type { App } from '#server/http/app.ts'
import { sendPerRequestPage } from '#server/site/routes.ts'
import { joinWaitingList } from '#server/waiting-list/join-waiting-list.ts'
import { confirmEntry, findWaitingEdition, leaveWaitingList } from '#server/waiting-list/waiting-entry.ts'
import { RecoverOrderRequest } from '#shared/buyer-api.ts'
import { findEdition, type EditionId } from '#shared/editions.ts'
import type { WaitingListStep } from '#shared/plain-facts.ts'
import { formFields, type FormFields } from './form-fields.ts'
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

const BODY_LIMIT_BYTES = 16 * 1024
/** What a mail provider posts for its reader (RFC 8058), as a form of either type. */
const ONE_CLICK = 'List-Unsubscribe=One-Click'

/** `/waiting-list`: to be told once when an edition that is sold out is back, without sign-in and without script. */
export function waitingListRoutes(app: App, deps: PlainPagesDeps): void {
  joinRoutes(app, deps)
  confirmRoutes(app, deps)
  leaveRoutes(app, deps)
}

function joinRoutes(app: App, deps: PlainPagesDeps): void {
  app.get('/waiting-list', { schema: { hide: true } }, async (request, reply) => {
    if (await refuseOverLimit(deps, request, reply)) return reply
    const query = queryFieldsOf(request)
    const reader = readerOf(deps, request, query)
    const awaited = await readAwaited(deps, query, reader)
    if (query.text('done') === 'sent') return send(deps, reply, reader, 200, { kind: 'sent', ...awaited })
    return send(
      deps,
      reply,
      reader,
      200,
      awaited.isSoldOut ? enterStep(awaited) : { kind: 'available', ...awaited },
    )
  })
  app.post('/waiting-list', { schema: { hide: true } }, async (request, reply) => {
    if (refuseForeignForm(deps, request, reply)) return reply
    const fields = formFieldsOf(request)
    const reader = readerOf(deps, request, fields)
    const awaited = await readAwaited(deps, fields, reader)
    if (!awaited.isSoldOut) return send(deps, reply, reader, 200, { kind: 'available', ...awaited })
    const typed = fields.text('email').trim()
    const email = RecoverOrderRequest.shape.email.safeParse(typed)
    if (!email.success) {
      return send(deps, reply, reader, 400, { ...enterStep(awaited), email: typed, isFaulty: true })
    }
    const { edition } = awaited
    const wish = { email: email.data, edition, language: reader.language }
    const result = await joinWaitingList(deps, wish, reader.client)
    if (result.kind === 'too-often') {
      void reply.header('retry-after', String(result.retryAfterS))
      return send(deps, reply, reader, 429, { ...enterStep(awaited), email: typed, isTooOften: true })
    }
    return reply.redirect(pathWith(`/waiting-list?edition=${edition}#done`, reader.named, 'sent'), 303)
  })
}

function confirmRoutes(app: App, deps: PlainPagesDeps): void {
  app.get('/waiting-list/confirm', { schema: { hide: true } }, async (request, reply) => {
    if (await refuseOverLimit(deps, request, reply)) return reply
    const query = queryFieldsOf(request)
    const reader = readerOf(deps, request, query)
    const token = query.text('token')
    const edition = await findWaitingEdition(deps, token)
    if (edition === null) return send(deps, reply, reader, 404, { kind: 'over' })
    return send(deps, reply, reader, 200, { kind: 'confirm', token, ...awaitedOf(deps, edition, reader) })
  })
  app.post('/waiting-list/confirm', { schema: { hide: true } }, async (request, reply) => {
    if (refuseForeignForm(deps, request, reply)) return reply
    if (await refuseOverLimit(deps, request, reply)) return reply
    const fields = formFieldsOf(request)
    const reader = readerOf(deps, request, fields)
    const edition = await confirmEntry(deps, fields.text('token'))
    if (edition === null) return send(deps, reply, reader, 404, { kind: 'over' })
    return send(deps, reply, reader, 200, { kind: 'confirmed', ...awaitedOf(deps, edition, reader) })
  })
}

function leaveRoutes(app: App, deps: PlainPagesDeps): void {
  app.get('/waiting-list/leave', { schema: { hide: true } }, async (request, reply) => {
    if (await refuseOverLimit(deps, request, reply)) return reply
    const query = queryFieldsOf(request)
    return send(deps, reply, readerOf(deps, request, query), 200, {
      kind: 'leave',
      token: query.text('token'),
    })
  })
  // mail providers post here for their readers, without a cookie and from anywhere: the token in the URL is what permits it
  void app.register((scope: App, _options, done) => {
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, _body, parsed) => {
        parsed(null, formFields(ONE_CLICK))
      },
    )
    scope.post('/waiting-list/leave', { schema: { hide: true } }, async (request, reply) => {
      const fields = formFieldsOf(request)
      const query = queryFieldsOf(request)
      if (!fields.has('List-Unsubscribe') && refuseForeignForm(deps, request, reply)) return reply
      if (await refuseOverLimit(deps, request, reply)) return reply
      await leaveWaitingList(deps, fields.has('token') ? fields.text('token') : query.text('token'))
      const reader = readerOf(deps, request, fields.has('lang') ? fields : query)
      return send(deps, reply, reader, 200, { kind: 'left' })
    })
    done()
  })
}

interface AwaitedEdition {
  readonly edition: EditionId
  readonly editionName: string
  readonly isSoldOut: boolean
}

/** The edition that a URL or a form names; else the first that is sold out, else the first. */
async function readAwaited(
  deps: PlainPagesDeps,
  fields: FormFields,
  reader: FormReader,
): Promise<AwaitedEdition> {
  const soldOut = (await deps.readEditions()).filter((one) => one.sold_out).map(({ id }) => id)
  const named = findEdition(deps.editions, fields.text('edition'))?.id
  const edition = named ?? soldOut[0] ?? deps.editions[0]?.id ?? ''
  return { ...awaitedOf(deps, edition, reader), isSoldOut: soldOut.includes(edition) }
}

function awaitedOf(deps: PlainPagesDeps, edition: EditionId, { language }: FormReader) {
  return { edition, editionName: deps.editionName(edition, language) }
}

function enterStep({ edition, editionName }: AwaitedEdition) {
  return { kind: 'enter', edition, editionName, email: '', isFaulty: false, isTooOften: false } as const
}

function send(
  deps: PlainPagesDeps,
  reply: FastifyReply,
  { language, named }: FormReader,
  status: number,
  step: WaitingListStep,
): FastifyReply {
  return sendPerRequestPage(deps.site, reply, {
    name: 'plain',
    status,
    language,
    render: (bundle, page) => bundle.renderWaitingList(page, { named, step }),
  })
}
