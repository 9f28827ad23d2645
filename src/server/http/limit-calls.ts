import type { FastifyRequest } from 'fastify'
import { CALL_MS, LONG_CALL_MS } from '#server/db/wait-limits.ts'
import type { App } from './app.ts'

/** A call was not answered in time. What it began may go on: a repeated call finds what is done. */
export class CallOverdueError extends Error {
  constructor() {
    super('the call took longer than its limit')
    this.name = 'CallOverdueError'
  }
}

/** How long calls may take, in ms: those of everybody, and those of staff. */
export interface CallLimits {
  readonly callMs: number
  readonly longCallMs: number
}

const USUAL: CallLimits = { callMs: CALL_MS, longCallMs: LONG_CALL_MS }

/**
 * Answers calls with an error that take too long, whatever they wait for. A reply that has begun may take any time: phones on
 * slow lines load films. Calls of staff read and write whole lists, and ask nodes.
 */
export function limitCalls(app: App, { callMs, longCallMs }: CallLimits = USUAL): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  app.addHook('onRequest', (request, reply, done) => {
    const limitMs = request.routeOptions.config.rule === undefined ? callMs : longCallMs
    const answerInstead = () => {
      if (!reply.sent) void reply.send(new CallOverdueError())
    }
    timers.set(request, setTimeout(answerInstead, limitMs).unref())
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    clearTimeout(timers.get(request))
    done(null, payload)
  })
  app.addHook('onRequestAbort', (request, done) => {
    clearTimeout(timers.get(request))
    done()
  })
}
