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
import { limitCalls, type CallLimits } from './limit-calls.ts'
import { limitConnections } from './limit-connections.ts'
import type { App } from './app.ts'
import { inContextOf, keepContext, routeOf } from './request-context.ts'
import { createRequestIds, REQUEST_ID } from './request-ids.ts'
import { describeError, type Log } from '#server/runtime/log.ts'

export type Health = z.infer<typeof HealthReply>

/** Replies to an unknown path with status 404 and the site's page. */
export type NotFoundPage = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

interface AppOptions {
  readonly log: Log
  /** The proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[]
  /** Whether the public URL is https: browsers then get an HSTS header. */
  readonly isSecure: boolean
  /** Whether the calls are described: `app.swagger()` then has their schemas. */
  readonly hasApiDocs: boolean
  readonly health: () => Promise<Health>
  readonly notFoundPage: NotFoundPage
  /** What must be on the disk before a reply leaves. */
  readonly beforeReply?: BeforeReply
  /** How long calls may take; the shop's own limits unless given. */
  readonly callLimits?: CallLimits
}

/** What is written before a reply leaves, as far as it is not yet. */
interface BeforeReply {
  isSaved(): boolean
  save(): Promise<void>
}

const BODY_LIMIT_BYTES = 64 * 1024
/** A request that takes longer is aborted, so that a thousand slow ones cannot block the shop. */
const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000
/** How often Node looks for requests that take too long; its default is as long as the timeout itself. */
const TIMEOUTS_CHECKED_EVERY_MS = 5_000

/** Without these parts, no page can be served. */
const LIVE_PARTS: ReadonlySet<string> = new Set(['database', 'announcements'])

/** Casts, since Fastify's types allow only compilers of JSON schemas. */
const zodCompilers = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
} as unknown as NonNullable<FastifyServerOptions['schemaController']>['compilersFactory'] & object

/** Creates the HTTP server without a port. The caller adds routes, listens and closes it. */
export async function createApp(options: AppOptions): Promise<App> {
  const { log, trustedProxies } = options
  const app: App = Fastify({
    logger: false,
    genReqId: createRequestIds(trustedProxies),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUTS_CHECKED_EVERY_MS },
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    forceCloseConnections: 'idle',
    // passed here and not set later, so that Fastify does not load its own compilers: 10 MB and 50 ms
    schemaController: { compilersFactory: zodCompilers },
    // a path with an invalid encoding does not exist
    frameworkErrors: (_error, request, reply) =>
      void options.notFoundPage(request, reply.header(REQUEST_ID, request.id)),
  }).withTypeProvider<ZodTypeProvider>()
  readJsonBodies(app)
  keepContext(app, trustedProxies)
  addHeaders(app, options.isSecure)
  closeConnectionsOnShutdown(app)
  if (options.beforeReply !== undefined) saveBeforeReplies(app, options.beforeReply)
  limitConnections(app.server, trustedProxies)
  limitCalls(app, options.callLimits)
  logRequests(app, log)
  handleErrors(app, log)
  handleUnknownPaths(app, options.notFoundPage)
  if (options.hasApiDocs) await describeCalls(app)
  app.get(
    '/health',
    { schema: { response: { 200: HealthReply, 503: HealthReply } } },
    async (_request, reply) => {
      const health = await options.health()
      return reply.status(health.ready ? 200 : 503).send(health)
    },
  )
  app.get(
    '/health/live',
    { schema: { response: { 200: HealthReply, 503: HealthReply } } },
    async (_request, reply) => {
      const live = liveness(await options.health())
      return reply.status(live.ready ? 200 : 503).send(live)
    },
  )
  return app
}

/** Whether this process can serve pages and orders that exist, even if nothing can be sold. */
function liveness({ parts }: Health): Health {
  const own = Object.entries(parts).filter(([name]) => LIVE_PARTS.has(name))
  return { ready: own.every(([, { ok }]) => ok), parts: Object.fromEntries(own) }
}

/** Accepts only JSON. An empty body counts as none, which calls without a payload accept. */
function readJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

/** Adds strict security headers; pages and assets override those that do not suit them. */
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
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header(REQUEST_ID, request.id)
    done()
  })
}

/** During shutdown, requests in progress are answered and their connections closed. */
function closeConnectionsOnShutdown(app: App): void {
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

function saveBeforeReplies(app: App, { isSaved, save }: BeforeReply): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    if (isSaved()) {
      done(null, payload)
      return
    }
    void save().then(() => {
      done(null, payload)
    })
  })
}

/** Logs requests by route, never by path or query, which contain invoice ids and secrets. */
function logRequests(app: App, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    inContextOf(request, () => {
      log.info(
        { method, route: routeOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'answered',
      )
    })
    done()
  })
}

function handleErrors(app: App, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, retryAfterS, body } = failureOf(error)
    // a client that went away while it sent the body is no error of the shop
    const isAborted = request.raw.destroyed && !request.raw.complete
    // told at once to thousands, and seen in the metrics of requests
    const isBusy = body.code === 'BUSY'
    if (status >= 500 && !isAborted && !isBusy) {
      const route = routeOf(request)
      inContextOf(request, () => {
        log.error({ method: request.method, route, status, error: describeError(error) }, 'a call failed')
      })
    }
    if (retryAfterS !== null) void reply.header('retry-after', String(retryAfterS))
    const words = request.routeOptions.config.wordFailure?.(body.code, request)
    const worded = { ...body, ...(words === undefined ? {} : { error: words }), requestId: request.id }
    return reply.status(status).type('application/json').send(worded)
  })
}

/** A known path with another method gets a 405 with the allowed methods; an unknown path gets the site's 404 page. */
function handleUnknownPaths(app: App, notFoundPage: NotFoundPage): void {
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
      error: `${STATUS_CODES[405] ?? ''}: this path accepts ${[...methods].join(', ')}`,
      code: 'METHOD_NOT_ALLOWED',
      requestId: request.id,
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

/** Adds the access rule of a call to its description as `x-rule`; public calls have none. */
function withRule(described: ReturnType<typeof jsonSchemaTransform>, rule: string | undefined) {
  return rule === undefined ? described : { ...described, schema: { ...described.schema, 'x-rule': rule } }
}

/** Collects the schemas that validate, for the module `api-docs`. Pages and files have no schema and are not calls. */
async function describeCalls(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Keyhold', version: '1' } },
    transform: (document) =>
      (document.schema as unknown) === undefined
        ? { schema: { hide: true }, url: document.url }
        : withRule(jsonSchemaTransform(document), document.route.config?.rule),
  })
}
