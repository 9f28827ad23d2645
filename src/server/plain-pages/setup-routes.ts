import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/http/app.ts'
import { sendPerRequestPage } from '#server/site/routes.ts'
import type { SetupFacts } from '#shared/plain-facts.ts'
import {
  formFieldsOf,
  queryFieldsOf,
  readerOf,
  refuseForeignForm,
  refuseOverLimit,
  type PlainPagesDeps,
} from './notice-routes.ts'
import type { SetupAccess } from './setup-access.ts'

/** `/setup`: restores a backup into an empty shop. Without the token it shows nothing but its form. */
export function setupRoutes(app: App, deps: PlainPagesDeps, access: SetupAccess): void {
  app.get('/setup', { schema: { hide: true } }, async (request, reply) => {
    if (await refuseOverLimit(deps, request, reply)) return reply
    const { named } = readerOf(deps, request, queryFieldsOf(request))
    return send(deps, request, reply, 200, { named, step: 'token', isWrong: false })
  })
  app.post('/setup', { schema: { hide: true } }, async (request, reply) => {
    if (refuseForeignForm(deps, request, reply)) return reply
    if (await refuseOverLimit(deps, request, reply)) return reply
    const fields = formFieldsOf(request)
    const { named } = readerOf(deps, request, fields)
    const token = fields.text('token').trim()
    if (!access.isToken(token))
      return send(deps, request, reply, 403, { named, step: 'token', isWrong: true })
    const file = fields.text('file')
    if (file !== '' && (await access.request(file)))
      return send(deps, request, reply, 202, { named, step: 'started' })
    const files = await access.list()
    return send(deps, request, reply, file === '' ? 200 : 409, { named, step: 'files', token, files })
  })
}

function send(
  deps: PlainPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  facts: SetupFacts,
): FastifyReply {
  const { language } = readerOf(deps, request, formFieldsOf(request))
  return sendPerRequestPage(deps.site, reply, {
    name: 'plain',
    status,
    language,
    render: (bundle, page) => bundle.renderSetup(page, facts),
  })
}
