import type { FastifyRequest } from 'fastify'
import { REQUEST_BEGUN, REQUEST_ENDED } from '#server/runtime/work-channels.ts'
import { workContext, type WorkContext } from '#server/runtime/work-context.ts'
import { trustedBy, type App } from './app.ts'

const contexts = new WeakMap<FastifyRequest, WorkContext>()
const ended = new WeakSet<WorkContext>()

/**
 * Handles each request in a context of its own, so that every line that is logged meanwhile has its id. Fastify keeps it
 * while it reads the body.
 */
export function keepContext(app: App, trustedProxies: readonly string[]): void {
  const isTrusted = trustedBy(trustedProxies)
  app.addHook('onRequest', (request, _reply, done) => {
    const context: WorkContext = { requestId: request.id }
    contexts.set(request, context)
    if (REQUEST_BEGUN.hasSubscribers) {
      const { method } = request
      // whoever names a trace decides whether it is recorded
      const headers = isTrusted(request.socket.remoteAddress ?? '') ? request.headers : {}
      REQUEST_BEGUN.publish({ context, method, headers, route: routeOf(request) })
    }
    workContext.run(context, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    tellEnd(request, reply.statusCode, reply.elapsedTime)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    tellEnd(request, CLIENT_GONE, 0)
    done()
  })
}

/** As nginx logs it. */
const CLIENT_GONE = 499

function tellEnd(request: FastifyRequest, status: number, ms: number): void {
  const context = contexts.get(request)
  // a reply may end after its client went away
  if (context === undefined || ended.has(context) || !REQUEST_ENDED.hasSubscribers) return
  ended.add(context)
  const route = routeOf(request)
  REQUEST_ENDED.publish({ context, method: request.method, route, status, seconds: ms / 1000 })
}

/** The pattern of a request's path, which names neither orders nor secrets. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown'
}

/** Does what is about a request outside of its handling. */
export function inContextOf(request: FastifyRequest, work: () => void): void {
  workContext.run(contexts.get(request) ?? { requestId: request.id }, work)
}
