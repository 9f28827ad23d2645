import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import type * as z from 'zod'
import { HealthReply, type Failure } from '#shared/api.ts'
import { failureOf } from './failure-of.ts'
import type { App } from './app.ts'
import { describeError, type Log } from '#server/runtime/log.ts'

export type Health = z.infer<typeof HealthReply>

/** Answers a path that does not exist, with status 404 and the site's page. */
export type NotFoundPage = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

interface AppOptions {
  readonly log: Log
  /** Whose X-Forwarded-For header counts. */
  readonly trustedProxies: readonly string[]
  /** The public URL is https: browsers are told to stay there. */
  readonly isSecure: boolean
  readonly health: () => Promise<Health>
  readonly notFoundPage: NotFoundPage
}

const BODY_LIMIT_BYTES = 64 * 1024
/** A request that dawdles longer than this is cut, so that a thousand of them cannot hold the shop. */
const REQUEST_TIMEOUT_MS = 30_000

/** Fastify's types know compilers of JSON schemas only. */
const zodCompilers = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
} as unknown as NonNullable<FastifyServerOptions['schemaController']>['compilersFactory'] & object

/** The HTTP server, without a port: routes are added to it, and it is closed, by its caller. */
export async function createApp(options: AppOptions): Promise<App> {
  const { log, trustedProxies } = options
  const app: App = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    forceCloseConnections: 'idle',
    // given here and not set later, zod's compilers spare the loading of Fastify's own: 10 MB and 50 ms
    schemaController: { compilersFactory: zodCompilers },
    // a path that is no valid text is a path that does not exist
    frameworkErrors: (_error, request, reply) => void options.notFoundPage(request, reply),
  }).withTypeProvider<ZodTypeProvider>()
  readJsonBodies(app)
  addHeaders(app, options.isSecure)
  closeConnectionsAtTheEnd(app)
  logRequests(app, log)
  answerErrors(app, log)
  answerUnknownPaths(app, options.notFoundPage)
  await describeCalls(app)
  app.get(
    '/health',
    { schema: { response: { 200: HealthReply, 503: HealthReply } } },
    async (_request, reply) => {
      const health = await options.health()
      return reply.status(health.ready ? 200 : 503).send(health)
    },
  )
  return app
}

/** JSON alone; a body that is empty counts as none, which calls without a payload accept. */
function readJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

/** Strict by default; pages and assets replace the policies that do not fit them. */
function addHeaders(app: App, isSecure: boolean): void {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** A request that came before the end is answered, and its connection not kept for another one. */
function closeConnectionsAtTheEnd(app: App): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close')
    done(null, payload)
  })
}

/** By route, never by path or query: those carry invoice ids and secrets. */
function logRequests(app: App, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    log.info({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })
}

function answerErrors(app: App, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, retryAfterS, body } = failureOf(error)
    if (status >= 500) {
      const route = request.routeOptions.url ?? 'unknown'
      log.error({ method: request.method, route, status, error: describeError(error) }, 'a call failed')
    }
    if (retryAfterS !== null) void reply.header('retry-after', String(retryAfterS))
    const words = request.routeOptions.config.wordFailure?.(body.code, request)
    const worded = words === undefined ? body : { ...body, error: words }
    return reply.status(status).type('application/json').send(worded)
  })
}

/** A known path asked in another way is a 405 with the ways it knows; any other path is the site's 404 page. */
function answerUnknownPaths(app: App, notFoundPage: NotFoundPage): void {
  const methodsByPattern = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPattern.get(url) ?? new Set<string>()
    for (const one of [method].flat()) methods.add(one)
    methodsByPattern.set(url, methods)
  })
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const patterns = [...methodsByPattern.keys()].filter((pattern) => matches(pattern, path))
    const methods = new Set(patterns.flatMap((pattern) => [...(methodsByPattern.get(pattern) ?? [])]))
    if (methods.size === 0 || methods.has(request.method)) return notFoundPage(request, reply)
    const body: Failure = {
      success: false,
      error: `${STATUS_CODES[405] ?? ''}: this path answers ${[...methods].join(', ')}`,
      code: 'METHOD_NOT_ALLOWED',
    }
    return reply
      .status(405)
      .header('allow', [...methods].join(', '))
      .type('application/json')
      .send(body)
  })
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.at(-1) === '*') return given.length >= wanted.length && wanted.slice(0, -1).every(fits(given))
  return wanted.length === given.length && wanted.every(fits(given))
}

const fits = (given: readonly string[]) => (part: string, index: number) =>
  part.startsWith(':') ? given[index] !== '' : part === given[index]

/** Who may call it stands in the description as `x-rule`; without one, everyone. */
function withRule(described: ReturnType<typeof jsonSchemaTransform>, rule: string | undefined) {
  return rule === undefined ? described : { ...described, schema: { ...described.schema, 'x-rule': rule } }
}

/** `/openapi.json`: made from the same schemas that validate, once, when first asked for. */
async function describeCalls(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Keyhold', version: '1' } },
    // pages and files have no schema and are no calls
    transform: (document) =>
      (document.schema as unknown) === undefined
        ? { schema: { hide: true }, url: document.url }
        : withRule(jsonSchemaTransform(document), document.route.config?.rule),
  })
  let description: string | null = null
  app.get('/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(app.swagger())
    return reply.type('application/json').send(description)
  })
}
