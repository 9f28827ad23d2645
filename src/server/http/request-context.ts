import type { FastifyRequest } from 'fastify'
import { workContext, type WorkContext } from '#server/runtime/work-context.ts'
import type { App } from './app.ts'

const contexts = new WeakMap<FastifyRequest, WorkContext>()

/**
 * Handles each request in a context of its own, so that every line that is logged meanwhile has its id. The context is
 * entered a second time after the body has been read: its events come from the socket, which knows no context.
 */
export function keepContext(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const context = { requestId: request.id }
    contexts.set(request, context)
    workContext.run(context, done)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    inContextOf(request, done)
  })
}

/** Does what is about a request outside of its handling. */
export function inContextOf(request: FastifyRequest, work: () => void): void {
  workContext.run(contexts.get(request) ?? { requestId: request.id }, work)
}
