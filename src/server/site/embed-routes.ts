import { CallError, type App } from '#server/http/app.ts'
import { isFollowed } from '#server/http/is-followed.ts'
import { EmbedQuery } from '#shared/framed.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from './open-site.ts'
import { languageFor, sendContent, sendNotFound, sendPerRequestPage } from './routes.ts'

/** How long a browser uses the script without asking: a release reaches every site within this time. */
const SCRIPT_CACHE = 'public, max-age=300'

/** The checkout in the sites of others: the page in the frame, and the script that opens it. Without allowed origins there are neither. */
export function embedRoutes(app: App, site: Site): void {
  const { embedOrigins } = site
  if (embedOrigins.length === 0) return
  const script = [...site.assets].find(([path]) => /^\/assets\/embed-host-[\w-]+\.js$/.test(path))?.[1]
  app.get('/embed.js', { schema: { hide: true } }, (request, reply) => {
    if (script === undefined) return sendNotFound(site, request, reply)
    const headers = { 'cache-control': SCRIPT_CACHE, vary: 'Accept-Encoding' }
    // the one file that other sites load
    return sendContent(
      request,
      reply.headers(headers).header('cross-origin-resource-policy', 'cross-origin'),
      script,
    )
  })
  const options = {
    schema: { hide: true, querystring: EmbedQuery },
    errorHandler: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      if (hasOrigin(request) || !isFollowed(request)) throw error
      void sendNoOrigin(site, request, reply)
    },
  }
  app.get('/embed', options, (request, reply) => {
    const { origin, edition, quantity, currency } = request.query
    if (!embedOrigins.includes(origin)) throw unknownOrigin(origin, embedOrigins)
    const { language } = languageFor(site, request)
    const shell = site.embedShell(language, { origin, edition, quantity, currency })
    if (shell === null) return sendNotFound(site, request, reply)
    return sendPerRequestPage(site, reply.removeHeader('x-frame-options'), {
      name: 'embed',
      status: 200,
      language,
      render: (bundle, facts) => bundle.renderEmbed({ ...facts, ...shell }),
    })
  })
}

function hasOrigin({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && 'origin' in query
}

/** Tells a person who opened the address themselves what it is for. */
function sendNoOrigin(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { language, named } = languageFor(site, request)
  return sendPerRequestPage(site, reply, {
    name: 'plain',
    status: 400,
    language,
    render: (bundle, facts) =>
      bundle.renderNotice(facts, { named, notice: 'noOrigin', path: '/', requestId: request.id }),
  })
}

function unknownOrigin(origin: string, allowed: readonly string[]): CallError {
  const message = `${JSON.stringify(origin)} may not show the checkout; KEYHOLD_EMBED_ORIGINS allows ${allowed.join(', ')}`
  return new CallError(403, 'FORBIDDEN', message)
}
