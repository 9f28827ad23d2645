import { CallError, type App } from '#server/http/app.ts'
import { EmbedQuery } from '#shared/framed.ts'
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
  app.get('/embed', { schema: { hide: true, querystring: EmbedQuery } }, (request, reply) => {
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

function unknownOrigin(origin: string, allowed: readonly string[]): CallError {
  const message = `${JSON.stringify(origin)} may not show the checkout; KEYHOLD_EMBED_ORIGINS allows ${allowed.join(', ')}`
  return new CallError(403, 'FORBIDDEN', message)
}
