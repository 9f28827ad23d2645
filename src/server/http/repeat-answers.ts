import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { onSendHookHandler } from 'fastify'
import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import { REQUEST_ENDED } from '#server/runtime/work-channels.ts'
import type { App } from './app.ts'
import { newRequestId, REQUEST_ID } from './request-ids.ts'

/** The body that a page's route sends for these headers, as the same Buffer each time; null if the route must decide. */
type FindBody = (headers: IncomingHttpHeaders) => Buffer | null

/** Repeats the answers of pages that are the same for every reader. */
export interface Repeater {
  /**
   * Lets the answers of a route be repeated.
   *
   * @param path of the route; requests with a query are not repeated.
   * @returns the route's `onSend`, which remembers each answer.
   */
  repeat(path: string, findBody: FindBody): onSendHookHandler
}

interface RepeatedRoute {
  readonly findBody: FindBody
  /** By body: another language, encoding or version of the page is another Buffer. */
  readonly answers: WeakMap<Buffer, Answer>
}

interface Answer {
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: string[]
  /** Of the second in which it was made. */
  readonly second: number
}

/** Headers of an answer that is for one reader or one connection. */
const NEVER_REPEATED = ['set-cookie', 'connection', 'transfer-encoding']

/**
 * Answers requests like one of the same second before Fastify sees them, with the headers and the body that Fastify sent then. So
 * headers are decided in one place, and Fastify's routing and hooks, half the cost of a page from memory, run once a second for
 * each language and encoding.
 *
 * Only routes that ask for it are repeated, and of those only `GET` without a query and without conditions. Whatever depends on
 * the client, as a limit or a cookie does, must not be asked for here: hooks do not run for what is repeated.
 */
export function createRepeater(
  app: App,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Repeater {
  const routes = new Map<string, RepeatedRoute>()
  const secondNow = () => Math.floor(clock().getTime() / 1000)
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })

  const isRepeated = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (isClosing || request.method !== 'GET' || request.headers['if-none-match'] !== undefined) return false
    const path = request.url ?? ''
    const route = routes.get(path)
    if (route === undefined) return false
    const body = find(route, request.headers)
    const answer = body === null ? undefined : route.answers.get(body)
    if (answer?.second !== secondNow()) return false
    const requestId = newRequestId()
    response.writeHead(200, [...answer.headers, REQUEST_ID, requestId]).end(body)
    const ended = { context: { requestId }, method: 'GET', route: path, status: 200, seconds: 0 }
    if (REQUEST_ENDED.hasSubscribers) REQUEST_ENDED.publish(ended)
    log.info({ requestId, method: 'GET', route: path, status: 200, ms: 0 }, 'answered')
    return true
  }
  handleFirst(app, isRepeated)

  return {
    repeat(path, findBody) {
      const answers = new WeakMap<Buffer, Answer>()
      routes.set(path, { findBody, answers })
      return (request, reply, payload, done) => {
        const sent = reply.getHeaders()
        const isForAll = !NEVER_REPEATED.some((name) => name in sent)
        if (Buffer.isBuffer(payload) && reply.statusCode === 200 && request.method === 'GET' && isForAll) {
          const headers = { ...sent, 'content-length': payload.length }
          const list = Object.entries(headers)
            .filter(([name]) => name !== REQUEST_ID)
            .flatMap(([name, value]) => [name, String(value)])
          answers.set(payload, { headers: list, second: secondNow() })
        }
        done(null, payload)
      }
    },
  }
}

function find({ findBody }: RepeatedRoute, headers: IncomingHttpHeaders): Buffer | null {
  try {
    return findBody(headers)
  } catch {
    return null // the route fails by the same error, which Fastify then reports
  }
}

/** Puts a handler before Fastify's, which gets what the first one does not handle. */
function handleFirst(
  { server }: App,
  isHandled: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const others = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!isHandled(request, response)) for (const handle of others) handle(request, response)
  })
}
